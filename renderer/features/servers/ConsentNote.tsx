import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ServerInfo } from "../../../shared/contract/index.ts";
import { Badge, Button } from "../../design/index.ts";
import { AgreeDialog } from "./AgreeDialog.tsx";
import styles from "./Servers.module.css";

/** On a card: that a server waits for the person because it is not what was agreed to. */
export const ConsentBadge = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("addServers");
  if (server.consent === undefined) return null;
  return <Badge tone="warn">{t(server.consent.agreed === null ? "agree.badgeNew" : "agree.badge")}</Badge>;
};

/** That tools of a server are no longer what was used or agreed to: each waits for the person on the tab of tools. */
export const ChangedBadge = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("serverInspect");
  const count = server.tools.filter(({ isChanged }) => isChanged === true).length;
  return count === 0 ? null : <Badge tone="danger">{t("pin.changedTools", { count })}</Badge>;
};

/** On a server's page: why it was stopped and is not started, and the way to decide it (SEC-MCP-04). */
export const ConsentNote = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("addServers");
  const [isOpen, setIsOpen] = useState(false);
  const { consent } = server;
  if (consent === undefined) return null;
  const isNew = consent.agreed === null;
  return (
    <div className={styles["consentNote"]} role="status">
      <ShieldAlert size={16} aria-hidden />
      <p>{t(isNew ? "agree.noteNew" : "agree.note")}</p>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {t(isNew ? "agree.read" : "agree.compare")}
      </Button>
      {isOpen && <AgreeDialog server={server} consent={consent} onClose={() => setIsOpen(false)} />}
    </div>
  );
};
