import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ServerInfo } from "../../../../shared/contract/index.ts";
import { formatNumber, formatPercent, formatTokens } from "../../../format/index.ts";
import { useModels } from "../../models/index.ts";
import { useAnswer } from "../../timeline/index.ts";
import { ReviewsContext } from "./reviews.ts";
import styles from "./inspect.module.css";

/** Asks what is to be known of a server's tools, anew whenever one changes, and says what they cost together. */
export const ToolReviews = ({
  server,
  children,
}: {
  readonly server: ServerInfo;
  readonly children: ReactNode;
}) => {
  const { t, i18n } = useTranslation("serverInspect");
  const version = server.tools
    .map(({ definitionHash, isChanged, isOff }) => `${definitionHash}${isChanged === true}${isOff === true}`)
    .join();
  const asked = useAnswer("server.reviewTools", { serverId: server.serverId }, version);
  const value = useMemo(
    () => new Map(asked.status === "ready" ? asked.value.map((review) => [review.name, review]) : []),
    [asked],
  );
  const window = useModels((view) =>
    view.items.reduce((least, { contextWindow }) => Math.min(least, contextWindow ?? least), Infinity),
  );
  const on = server.tools.filter(({ isEnabled }) => isEnabled);
  const tokens = on.reduce((sum, { name }) => sum + (value.get(name)?.tokens ?? 0), 0);
  return (
    <ReviewsContext.Provider value={value}>
      {tokens > 0 && (
        <p className={styles["cost"]}>
          {t("design.cost", {
            count: on.length,
            tokens: formatTokens(tokens, i18n.language),
          })}
          {Number.isFinite(window) && (
            <>
              {" "}
              {t("design.share", {
                share: formatPercent(tokens / window, i18n.language),
                window: formatNumber(window, i18n.language),
              })}
            </>
          )}
        </p>
      )}
      {children}
    </ReviewsContext.Provider>
  );
};
