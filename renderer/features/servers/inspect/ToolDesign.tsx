import { useTranslation } from "react-i18next";
import type { ToolReview } from "../../../../shared/contract/index.ts";
import { revealAsText } from "../../reveal/index.ts";
import styles from "./inspect.module.css";

const shown = (params: ToolReview["findings"][number]["params"]): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "string" ? revealAsText(value) : value,
    ]),
  );

/** What makes a tool hard to choose or call right, in words, and what it could be taken for. */
export const ToolDesign = ({ review }: { readonly review: ToolReview }) => {
  const { t } = useTranslation("serverInspect");
  if (review.findings.length === 0 && review.lookAlikes.length === 0) return null;
  return (
    <>
      <h2>{t("design.title")}</h2>
      <ul className={styles["findings"]}>
        {review.lookAlikes.map(({ serverName, tool, isSame }) => (
          <li key={`${serverName}/${tool}`}>
            {t(isSame ? "pin.sameName" : "pin.alikeName", { server: serverName, tool: revealAsText(tool) })}
          </li>
        ))}
        {review.findings.map(({ rule, params }) => (
          <li key={rule}>{t(`design.rule.${rule}`, shown(params))}</li>
        ))}
      </ul>
    </>
  );
};
