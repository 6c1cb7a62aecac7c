import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { PolicyProblem } from "../../../shared/contract/index.ts";
import { Spinner } from "../../design/index.ts";
import styles from "./Team.module.css";

interface ProblemsProps {
  /** Undefined while they are looked for. */
  readonly problems: readonly PolicyProblem[] | undefined;
  /** Goes to a line; without it lines are only named. */
  readonly onLine?: ((line: number) => void) | undefined;
}

/** What is wrong with a policy by line and field, in the words of the server that will read it; told as it changes. */
export const Problems = ({ problems, onLine }: ProblemsProps) => {
  const { t } = useTranslation("team");
  return (
    <div role="status" className={styles["problems"]} aria-label={t("policy.check")}>
      {problems === undefined && (
        <p className={styles["quiet"]}>
          <Spinner size={12} /> {t("policy.checking")}
        </p>
      )}
      {problems?.length === 0 && (
        <p className={styles["good"]}>
          <CircleCheck size={14} aria-hidden /> {t("policy.good")}
        </p>
      )}
      {problems !== undefined && problems.length > 0 && (
        <>
          <p className={styles["bad"]}>{t("policy.bad", { count: problems.length })}</p>
          <ul>
            {problems.map(({ line, field, message }, at) => (
              <li key={at}>
                {onLine === undefined ? (
                  <span className={styles["lineName"]}>{t("policy.line", { line })}</span>
                ) : (
                  <button type="button" className={styles["lineLink"]} onClick={() => onLine(line)}>
                    {t("policy.line", { line })}
                  </button>
                )}
                <span data-content>
                  {field !== "" && <code>{field}</code>} {message}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
};
