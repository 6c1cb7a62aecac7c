import { Fragment, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../cx.ts";
import { revealed } from "../reveal.ts";
import styles from "./CodeText.module.css";

export interface CodeTextProps {
  readonly text: string;
  /** `block` keeps lines and scrolls, `inline` stands in a line of text. */
  readonly layout?: "block" | "inline" | undefined;
  /** Breaks long lines in a block instead of scrolling sideways. */
  readonly isWrapped?: boolean | undefined;
  readonly className?: string | undefined;
}

/**
 * Text from outside, shown as it is: control, bidirectional, zero-width and tag characters stand as visible escapes, so that
 * what a person approves is what would happen (security.md §4). Nothing is cut.
 */
export const CodeText = ({ text, layout = "inline", isWrapped = false, className }: CodeTextProps) => {
  const { t } = useTranslation("design");
  const parts = useMemo(() => revealed(text), [text]);
  const content = parts.map((part, at) => (
    <Fragment key={at}>
      {part.kind === "text" ? (
        part.text
      ) : (
        <span className={styles["escape"]} title={t("hiddenCharacter", { code: part.code })}>
          {part.text}
        </span>
      )}
    </Fragment>
  ));
  if (layout === "inline")
    return <code className={cx(styles["inline"], "selectable", className)}>{content}</code>;
  return (
    <pre
      className={cx(styles["block"], isWrapped && styles["wrapped"], "selectable", className)}
      tabIndex={0}
    >
      {content}
    </pre>
  );
};
