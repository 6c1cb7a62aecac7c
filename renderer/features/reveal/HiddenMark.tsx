import { useTranslation } from "react-i18next";
import type { HiddenKind } from "./hidden.ts";
import styles from "./reveal.module.css";

/** Stands for a character that cannot be seen as itself and says which one it is. */
export const HiddenMark = ({
  kind,
  label,
  count = 1,
}: {
  readonly kind: HiddenKind;
  readonly label: string;
  readonly count?: number;
}) => {
  const { t } = useTranslation("approvals");
  const isRun = kind === "spaces" || kind === "breaks";
  const text = isRun ? t(`hidden.run.${kind}`, { count }) : count > 1 ? `${label} ×${count}` : label;
  return (
    <span className={styles["mark"]} title={t(`hidden.kind.${kind}`)} data-hidden={kind}>
      {text}
    </span>
  );
};
