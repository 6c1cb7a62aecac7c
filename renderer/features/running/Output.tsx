import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button, cx, ErrorState } from "../../design/index.ts";
import { formatBytes } from "../../format/index.ts";
import { Revealed } from "../reveal/index.ts";
import { spansOf } from "./ansi.ts";
import type { OutputOf } from "./running.ts";
import styles from "./running.module.css";
import { restOf, useOutput, type ReadFrom } from "./useOutput.ts";

/** How near the end, in pixels, counts as reading the end. */
const NEAR_PX = 24;

interface OutputProps {
  readonly of: OutputOf;
  readonly from: ReadFrom;
  /** Told of the text that is shown, for copying; without its colours. */
  readonly onRead: (text: string) => void;
}

/** Output as text in the colours it asks for; following it stays at the end while the reader is there. */
export const Output = ({ of, from, onRead }: OutputProps) => {
  const { t, i18n } = useTranslation("running");
  const { text, isCutBefore, last, failure, more } = useOutput(of, from);
  const spans = useMemo(() => spansOf(text), [text]);
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(from === "end");
  useEffect(() => {
    onRead(spans.map((span) => span.text).join(""));
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [spans, onRead]);
  const rest = last === undefined ? 0 : restOf(last);
  return (
    <>
      {failure !== undefined && <ErrorState title={t("outputFailed")} failure={failure} layout="inline" />}
      {isCutBefore && <p className={styles["note"]}>{t("cutBefore")}</p>}
      <pre
        ref={box}
        className={styles["output"]}
        tabIndex={0}
        role="log"
        aria-label={of.stream}
        onScroll={(event) => {
          const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
          isAtEnd.current = from === "end" && scrollHeight - scrollTop - clientHeight < NEAR_PX;
        }}
      >
        {spans.map((span, at) => (
          <span
            key={at}
            className={cx(
              span.color !== undefined && styles[span.color],
              span.isBold && styles["bold"],
              span.isFaint && styles["faint"],
            )}
          >
            <Revealed text={span.text} />
          </span>
        ))}
        {text === "" && failure === undefined && (
          <span className={styles["faint"]}>{t(last === undefined ? "reading" : "silent")}</span>
        )}
      </pre>
      {from === "start" && rest > 0 && (
        <div className={styles["bar"]}>
          <span>{t("rest", { size: formatBytes(rest, i18n.language) })}</span>
          <Button size="small" onClick={more}>
            {t("more")}
          </Button>
        </div>
      )}
    </>
  );
};
