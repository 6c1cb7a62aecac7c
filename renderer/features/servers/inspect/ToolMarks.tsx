import { useTranslation } from "react-i18next";
import type { ToolInfo } from "../../../../shared/contract/index.ts";
import { Badge } from "../../../design/index.ts";
import { formatTokens } from "../../../format/index.ts";
import { useReview } from "./reviews.ts";
import styles from "./inspect.module.css";

/** What of a tool is to be seen without opening it: changed, off, mistakable, weak in design, and its cost. */
export const ToolMarks = ({ tool }: { readonly tool: ToolInfo }) => {
  const { t, i18n } = useTranslation("serverInspect");
  const review = useReview(tool.name);
  return (
    <>
      {tool.isChanged === true && <Badge tone="danger">{t("pin.changed")}</Badge>}
      {tool.isOff === true && <Badge tone="warn">{t("control.off")}</Badge>}
      {tool.isOwnSeverity === true && <Badge>{t("control.own")}</Badge>}
      {review !== undefined && review.lookAlikes.length > 0 && (
        <Badge tone="warn">{t("pin.looksLike")}</Badge>
      )}
      {review !== undefined && review.findings.length > 0 && (
        <Badge>{t("design.findings", { count: review.findings.length })}</Badge>
      )}
      {review !== undefined && (
        <span className={styles["quiet"]}>
          {t("design.tokens", { tokens: formatTokens(review.tokens, i18n.language) })}
        </span>
      )}
    </>
  );
};
