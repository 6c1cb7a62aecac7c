import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ServerDefinition, ServerInfo } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, Dialog, ErrorState } from "../../design/index.ts";
import { startServer } from "./actions.ts";
import { TransportSummary } from "./TransportSummary.tsx";
import styles from "./Servers.module.css";

const Side = ({ title, definition }: { readonly title: string; readonly definition: ServerDefinition }) => {
  const { t } = useTranslation(["addServers", "servers"]);
  const { isTrusted, sharesRoots, fillsIn } = definition;
  return (
    <section className={styles["preview"]} aria-label={title}>
      <h3>{title}</h3>
      <p>{definition.name}</p>
      <TransportSummary transport={definition.transport} />
      {isTrusted === true && <p className={styles["quiet"]}>{t("servers:overview.trusted")}</p>}
      {sharesRoots === true && <p className={styles["quiet"]}>{t("servers:overview.rootsShared")}</p>}
      {fillsIn === true && <p className={styles["quiet"]}>{t("addServers:consent.fillsIn")}</p>}
    </section>
  );
};

interface AgreeDialogProps {
  readonly server: ServerInfo;
  readonly consent: NonNullable<ServerInfo["consent"]>;
  readonly onClose: () => void;
}

/** A server whose definition is not the one that was agreed to: both in full, and the safe answer first (SEC-MCP-04). */
export const AgreeDialog = ({ server, consent, onClose }: AgreeDialogProps) => {
  const { t } = useTranslation("addServers");
  const [failure, setFailure] = useState<Failure>();
  const { agreed, now, configHash } = consent;
  const agree = async (): Promise<void> => {
    const answer = await bridge.request("server.agree", { serverId: server.serverId, configHash });
    if (!answer.ok) return setFailure(answer.error);
    onClose();
    await startServer(server.serverId);
  };
  return (
    <Dialog
      isOpen
      size="large"
      onClose={onClose}
      title={t("agree.title", { name: server.name })}
      description={t(agreed === null ? "agree.textNew" : "agree.text")}
      footer={
        <>
          <Button onClick={onClose} data-first-focus>
            {t("cancel")}
          </Button>
          <Button
            kind="primary"
            onClick={() => {
              agree().catch((cause: unknown) => console.error("server.agree failed", cause));
            }}
          >
            {t("agree.submit")}
          </Button>
        </>
      }
    >
      {failure !== undefined && <ErrorState layout="inline" title={t("agree.failed")} failure={failure} />}
      {agreed !== null && <Side title={t("agree.before")} definition={agreed} />}
      <Side title={t("agree.now")} definition={now} />
    </Dialog>
  );
};
