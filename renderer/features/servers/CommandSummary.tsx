import { useTranslation } from "react-i18next";
import { CodeText } from "../../design/index.ts";
import styles from "./Servers.module.css";

interface CommandSummaryProps {
  readonly command: string;
  readonly args: readonly string[];
  readonly envNames: readonly string[];
  readonly cwd: string | undefined;
}

/** The program and every argument as the system gets them, one a line, hidden characters shown; nothing cut. */
export const CommandSummary = ({ command, args, envNames, cwd }: CommandSummaryProps) => {
  const { t } = useTranslation("servers");
  return (
    <dl className={styles["summary"]}>
      <dt>{t("summary.command")}</dt>
      <dd>
        <CodeText text={command} />
      </dd>
      <dt>{t("summary.args")}</dt>
      <dd>
        {args.length === 0 ? (
          <span className={styles["quiet"]}>{t("summary.noArgs")}</span>
        ) : (
          <ol className={styles["args"]}>
            {args.map((arg, at) => (
              <li key={at}>
                <span className={styles["argNumber"]}>{at + 1}</span>
                <CodeText text={arg} />
              </li>
            ))}
          </ol>
        )}
      </dd>
      <dt>{t("summary.env")}</dt>
      <dd>
        {envNames.length === 0 ? (
          <span className={styles["quiet"]}>{t("summary.noEnv")}</span>
        ) : (
          <CodeText text={envNames.join(", ")} />
        )}
      </dd>
      <dt>{t("summary.cwd")}</dt>
      <dd>
        {cwd === undefined || cwd === "" ? (
          <span className={styles["quiet"]}>{t("summary.noCwd")}</span>
        ) : (
          <CodeText text={cwd} />
        )}
      </dd>
    </dl>
  );
};
