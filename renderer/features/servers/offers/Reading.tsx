import { BellOff, BellRing, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ServerId } from "../../../../shared/contract/index.ts";
import { Badge, Button, ErrorState, Skeleton } from "../../../design/index.ts";
import { contentsOf } from "../content/blocks.ts";
import { Content } from "../content/Content.tsx";
import { serversStore, useServers } from "../servers.ts";
import styles from "./offers.module.css";
import { useAsking } from "./useAsking.ts";

/** Whether a watched resource has changed since it was read; undefined when it is not watched. */
export const useWatched = (serverId: ServerId, uri: string): boolean | undefined =>
  useServers(({ watched }) => {
    const own = watched[serverId];
    return own !== undefined && Object.hasOwn(own, uri) ? own[uri] : undefined;
  });

const Watch = ({ serverId, uri }: { readonly serverId: ServerId; readonly uri: string }) => {
  const { t } = useTranslation("servers");
  const isUpdated = useWatched(serverId, uri);
  const [failure, setFailure] = useState<Failure>();
  const isOn = isUpdated !== undefined;
  const turn = (): void => {
    serversStore
      .watch(serverId, uri, !isOn)
      .then(setFailure)
      .catch((cause: unknown) => console.error("server.subscribe failed", cause));
  };
  return (
    <>
      <Button
        size="small"
        icon={isOn ? <BellOff size={14} aria-hidden /> : <BellRing size={14} aria-hidden />}
        onClick={turn}
      >
        {t(isOn ? "resource.unsubscribe" : "resource.subscribe")}
      </Button>
      {isUpdated === true && <Badge tone="info">{t("resource.updated")}</Badge>}
      {failure !== undefined && (
        <ErrorState layout="inline" title={t("resource.subscribeFailed")} failure={failure} />
      )}
    </>
  );
};

/** Reads one resource and shows what it holds; what a server gives is text to look at and nothing more. */
export const Reading = ({
  serverId,
  uri,
  canWatch,
}: {
  readonly serverId: ServerId;
  readonly uri: string;
  readonly canWatch: boolean;
}) => {
  const { t } = useTranslation("servers");
  const [asking, ask] = useAsking("server.readResource");
  const [round, setRound] = useState(0);
  useEffect(() => {
    ask({ serverId, uri });
    serversStore.sawResource(serverId, uri);
  }, [ask, serverId, uri, round]);
  const again = (): void => setRound((was) => was + 1);
  const value =
    asking.status === "ready" ? asking.value : asking.status === "loading" ? asking.before : undefined;
  return (
    <div className={styles["reading"]}>
      <div className={styles["bar"]}>
        <Button
          size="small"
          icon={<RefreshCw size={14} aria-hidden />}
          isBusy={asking.status === "loading"}
          onClick={again}
        >
          {t("resource.again")}
        </Button>
        {canWatch && <Watch serverId={serverId} uri={uri} />}
      </div>
      {asking.status === "failed" && (
        <ErrorState
          layout="inline"
          title={t("resource.failed")}
          failure={asking.error}
          action={
            <Button size="small" onClick={again}>
              {t("retry")}
            </Button>
          }
        />
      )}
      {asking.status === "loading" && value === undefined && <Skeleton rows={3} />}
      {value !== undefined && <Content items={contentsOf(value)} />}
    </div>
  );
};
