import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, CopyButton } from "../../design/index.ts";
import { formatNumber } from "../../format/index.ts";
import { Revealed } from "../reveal/index.ts";
import styles from "./inspector.module.css";
import { boundedJson, wholeJson } from "./json.ts";

/** Characters shown at first, and how many more each click adds: what a page lays out without being felt. */
const FIRST = 20_000;
const MORE = 500_000;

interface BoundedProps {
  /** Name of the region for screen readers. */
  readonly label: string;
  readonly text: (max: number) => { readonly text: string; readonly isCut: boolean };
  readonly whole: () => string;
  /** Characters in all, where that is known. */
  readonly total?: number;
}

const Bounded = ({ label, text, whole, total }: BoundedProps) => {
  const { t, i18n } = useTranslation("timeline");
  const [max, setMax] = useState(FIRST);
  const shown = useMemo(() => text(max), [text, max]);
  return (
    <div className={styles["code"]}>
      <div className={styles["copy"]}>
        <CopyButton text={whole} isIconOnly />
      </div>
      <pre className={styles["pre"]} tabIndex={0} role="region" aria-label={label}>
        <Revealed text={shown.text} />
      </pre>
      {shown.isCut && (
        <div className={styles["cut"]}>
          <span>
            {total === undefined
              ? t("cut.start", { shown: formatNumber(max, i18n.language) })
              : t("cut.of", {
                  shown: formatNumber(max, i18n.language),
                  total: formatNumber(total, i18n.language),
                })}
          </span>
          <Button size="small" onClick={() => setMax((was) => was + MORE)}>
            {t("cut.more")}
          </Button>
          <CopyButton text={whole} label={t("cut.copy")} />
        </div>
      )}
    </div>
  );
};

/** A text of any length: its start at once, the rest on demand, the whole to copy. What is cut is said. */
export const BoundedCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const part = useMemo(
    () => (max: number) => ({ text: text.slice(0, max), isCut: text.length > max }),
    [text],
  );
  return <Bounded label={label} text={part} whole={() => text} total={text.length} />;
};

/** A JSON value of any size or depth, in the same manner. */
export const BoundedJson = ({ value, label }: { readonly value: unknown; readonly label: string }) => {
  const part = useMemo(() => (max: number) => boundedJson(value, max), [value]);
  return <Bounded label={label} text={part} whole={() => wholeJson(value)} />;
};
