import { Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TeamInfo } from "../../../shared/contract/index.ts";
import { Button, CodeText, Dialog } from "../../design/index.ts";
import { ReachText } from "./ReachText.tsx";
import styles from "./Team.module.css";

const plain = /^[A-Za-z0-9_./:=@%+,-]+$/u;

/** A command so that the ends of each part can be seen; for reading, not for a shell. */
const commandLine = (command: readonly string[]): string =>
  command.map((part) => (plain.test(part) ? part : JSON.stringify(part))).join(" ");

interface StartDialogProps {
  readonly team: TeamInfo;
  readonly onClose: () => void;
  readonly onConsent: () => void;
}

/** Shows what a start runs, what it opens, and to whom. The safe answer has the focus. */
export const StartDialog = ({ team, onClose, onConsent }: StartDialogProps) => {
  const { t } = useTranslation("team");
  const { host, port } = team.definition;
  const where = `${host.includes(":") ? `[${host}]` : host}${port === 0 ? "" : `:${port}`}`;
  return (
    <Dialog
      isOpen
      size="large"
      onClose={onClose}
      title={t("start.title", { name: team.definition.name })}
      description={t("start.text")}
      footer={
        <>
          <Button onClick={onClose} autoFocus>
            {t("cancel")}
          </Button>
          <Button kind="primary" icon={<Play size={14} aria-hidden />} onClick={onConsent}>
            {t("start.submit")}
          </Button>
        </>
      }
    >
      <div className={styles["form"]}>
        <section className={styles["part"]} aria-label={t("start.runs")}>
          <h3>{t("start.runs")}</h3>
          <p className={styles["command"]}>
            <CodeText text={commandLine(team.command)} />
          </p>
        </section>
        <section className={styles["part"]} aria-label={t("start.opens")}>
          <h3>{t("start.opens")}</h3>
          <p>
            {t(port === 0 ? "start.whereFree" : "start.where")} <CodeText text={where} />
          </p>
          <ReachText host={host} />
          <p>{t("start.projects", { count: team.policy.projects.length })}</p>
          <ul className={styles["names"]}>
            {team.policy.projects.map((name) => (
              <li key={name}>
                <CodeText text={name} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
};
