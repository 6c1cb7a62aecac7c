import { useTranslation } from "react-i18next";
import type { SessionState } from "../../shared/session/index.ts";
import { Tooltip } from "../design/index.ts";
import { formatPercent, formatTokens, formatUsd } from "../format/index.ts";
import { showInspectorTab } from "../features/session/index.ts";
import { budgetShare } from "./budget.ts";
import styles from "./TitleBar.module.css";

/** What a session used: the share of its nearest limit and the cost, or the tokens where no price is known. */
export const UsageText = ({ session }: { readonly session: SessionState }) => {
  const { t, i18n } = useTranslation("frame");
  const share = budgetShare(session);
  if (share === undefined) return null;
  const tokens = formatTokens(session.usage.inputTokens + session.usage.outputTokens, i18n.language);
  const spent =
    session.costUsd === null ? t("usage.tokens", { tokens }) : formatUsd(session.costUsd, i18n.language);
  return (
    <Tooltip text={t("usage.explain", { percent: formatPercent(share, i18n.language), tokens })}>
      <button type="button" className={styles["usage"]} onClick={() => showInspectorTab("state")}>
        {t("usage.short", { percent: formatPercent(share, i18n.language), spent })}
      </button>
    </Tooltip>
  );
};
