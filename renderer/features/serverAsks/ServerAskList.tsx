import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/shallow";
import type { ServerId } from "../../../shared/contract/index.ts";
import { Button, cx, ErrorState } from "../../design/index.ts";
import { AskCard } from "./AskCard.tsx";
import { asks, useAsks } from "./asks.ts";
import styles from "./asks.module.css";

/** What servers ask of the person, oldest first: of all servers, or of one. Draws nothing when nothing waits. */
export const ServerAskList = ({ serverId }: { readonly serverId?: ServerId }) => {
  const { t } = useTranslation("serverAsks");
  const items = useAsks(
    useShallow((view) => view.items.filter(({ ask }) => serverId === undefined || ask.serverId === serverId)),
  );
  const error = useAsks((view) => (view.status === "failed" ? view.error : undefined));
  const retry = (): void => {
    asks()
      .refresh()
      .catch((cause: unknown) => console.error("serverAsk.list failed", cause));
  };
  if (items.length === 0 && (error === undefined || serverId !== undefined)) return null;
  return (
    <div className={cx(styles["list"], serverId === undefined && styles["centred"])}>
      {error !== undefined && serverId === undefined && (
        <ErrorState
          layout="inline"
          title={t("failed")}
          failure={error}
          action={<Button onClick={retry}>{t("retry")}</Button>}
        />
      )}
      {items.map((item) => (
        <AskCard key={item.ask.askId} item={item} />
      ))}
    </div>
  );
};
