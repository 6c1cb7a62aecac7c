import { FileCheck2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TurnId } from "../../../shared/contract/index.ts";
import { cx } from "../../design/index.ts";
import { showReview } from "../session/index.ts";
import styles from "./timeline.module.css";

/** The way from the timeline to the review of what a turn changed by itself. */
export const ReviewRow = ({ turnId, count }: { readonly turnId: TurnId; readonly count: number }) => {
  const { t } = useTranslation("timeline");
  return (
    <button
      type="button"
      className={cx(styles["row"], styles["review"])}
      data-review={turnId}
      onClick={() => showReview(turnId)}
    >
      <FileCheck2 size={14} aria-hidden />
      <span className={styles["summary"]}>{t("review", { count })}</span>
    </button>
  );
};
