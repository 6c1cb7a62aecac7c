import { useTranslation } from "react-i18next";
import type { Approval } from "../../../shared/contract/index.ts";
import { reasonText, Revealed } from "../reveal/index.ts";
import styles from "./card.module.css";

/** Reads shown at once; the rest is one click away. */
const READS = 4;

const ReadBefore = ({ reads }: { readonly reads: readonly string[] }) => {
  const { t } = useTranslation("approvals");
  if (reads.length === 0) return <span className={styles["quiet"]}>{t("read.none")}</span>;
  const latest = reads.slice(-READS).reverse();
  const older = reads.slice(0, -READS).reverse();
  const item = (read: string) => (
    <li key={read}>
      <code>
        <Revealed text={read} isStrict />
      </code>
    </li>
  );
  return (
    <>
      <ul className={styles["reads"]}>{latest.map(item)}</ul>
      {older.length > 0 && (
        <details className={styles["details"]}>
          <summary>{t("read.more", { count: older.length })}</summary>
          <ul className={styles["reads"]}>{older.map(item)}</ul>
        </details>
      )}
    </>
  );
};

/** Why the card asks, what was read before, and what happens when it is refused. */
export const Reasons = ({ approval }: { readonly approval: Approval }) => {
  const { t } = useTranslation("approvals");
  return (
    <dl className={styles["facts"]}>
      <dt>{t("why")}</dt>
      <dd>
        {approval.reasons.length === 0 ? (
          t(`level.${approval.severity}`)
        ) : (
          <ul className={styles["list"]}>
            {approval.reasons.map((reason) => (
              <li key={reason}>{reasonText(reason, t)}</li>
            ))}
          </ul>
        )}
      </dd>
      <dt>{t("read.label")}</dt>
      <dd>
        <ReadBefore reads={approval.readBefore} />
      </dd>
      <dt>{t("refused.label")}</dt>
      <dd>{t(approval.isByHand === true ? "refused.byHand" : "refused.text")}</dd>
    </dl>
  );
};
