import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../../../shared/contract/index.ts";
import { failureText } from "../../format/index.ts";
import { cx } from "../cx.ts";
import { revealed } from "../reveal.ts";
import { CopyButton } from "./CopyButton.tsx";
import styles from "./ErrorState.module.css";

export interface ErrorStateProps {
  /** What failed, in the words of the place: "The servers could not be read". */
  readonly title: string;
  readonly failure: Failure;
  /** The next step as a button. */
  readonly action?: ReactNode;
  /** `page` fills an empty place, `inline` stands among other things. */
  readonly layout?: "page" | "inline" | undefined;
}

/** A failure may carry the words of a server: nothing in them may hide or turn what stands around them. */
const shown = (text: string): string =>
  revealed(text)
    .map((part) => part.text)
    .join("");

/** Something failed: what, why, what to do next; the technical text one click away and ready to copy. */
export const ErrorState = ({ title, failure, action, layout = "page" }: ErrorStateProps) => {
  const { t } = useTranslation("design");
  const why = shown(failureText(failure, t));
  const detail = [`${failure.code}: ${failure.message}`, failure.detail]
    .filter((part) => part !== undefined)
    .join("\n\n");
  return (
    <div className={cx(styles["error"], styles[layout])} role="alert">
      <CircleAlert size={16} aria-hidden className={styles["icon"]} />
      <div className={styles["body"]}>
        <p className={styles["title"]}>{title}</p>
        <p className={cx(styles["why"], "selectable")}>{why}</p>
        {action !== undefined && <div className={styles["actions"]}>{action}</div>}
        <details className={styles["details"]}>
          <summary>{t("details")}</summary>
          <div className={styles["detail"]}>
            <pre className="selectable">{shown(detail)}</pre>
            <CopyButton text={`${title}\n${detail}`} />
          </div>
        </details>
      </div>
    </div>
  );
};
