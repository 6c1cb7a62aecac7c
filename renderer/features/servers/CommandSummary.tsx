import { useTranslation } from "react-i18next";
import { ExactText } from "./ExactText.tsx";
import { isMarked, type Difference } from "./exact.ts";
import styles from "./Servers.module.css";

interface CommandSummaryProps {
  readonly command: string;
  readonly args: readonly string[];
  readonly envNames: readonly string[];
  readonly cwd: string | undefined;
  /** What of it differs from what it is compared with. */
  readonly marks?: readonly Difference[] | undefined;
}

/** The program and every argument as the system gets them, one a line, hidden characters shown; nothing cut. */
export const CommandSummary = ({ command, args, envNames, cwd, marks }: CommandSummaryProps) => {
  const { t } = useTranslation("servers");
  const marked = (part: Difference["part"], number?: number): string | undefined =>
    isMarked(marks, part, number) ? styles["marked"] : undefined;
  return (
    <dl className={styles["summary"]}>
      <dt>{t("summary.command")}</dt>
      <dd className={marked("command")}>
        <ExactText text={command} />
      </dd>
      <dt>{t("summary.args")}</dt>
      <dd>
        {args.length === 0 ? (
          <span className={styles["quiet"]}>{t("summary.noArgs")}</span>
        ) : (
          <ol className={styles["args"]}>
            {args.map((arg, at) => (
              <li key={at} className={marked("args", at + 1)}>
                <span className={styles["argNumber"]}>{at + 1}</span>
                {arg === "" ? (
                  <span className={styles["quiet"]}>{t("summary.emptyArg")}</span>
                ) : (
                  <ExactText text={arg} />
                )}
              </li>
            ))}
          </ol>
        )}
      </dd>
      <dt>{t("summary.env")}</dt>
      <dd className={marked("env")}>
        {envNames.length === 0 ? (
          <span className={styles["quiet"]}>{t("summary.noEnv")}</span>
        ) : (
          <ExactText text={envNames.join(", ")} />
        )}
      </dd>
      <dt>{t("summary.cwd")}</dt>
      <dd className={marked("cwd")}>
        {cwd === undefined || cwd === "" ? (
          <span className={styles["quiet"]}>{t("summary.noCwd")}</span>
        ) : (
          <ExactText text={cwd} />
        )}
      </dd>
    </dl>
  );
};
