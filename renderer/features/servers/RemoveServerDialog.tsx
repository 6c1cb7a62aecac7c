import { useTranslation } from "react-i18next";
import type { ServerInfo } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { RemoveDialog } from "../../design/index.ts";
import { useServersPage } from "./servers.ts";

/** Asks before a server's definition goes. */
export const RemoveServerDialog = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("servers");
  return (
    <RemoveDialog
      title={t("remove.title", { name: server.name })}
      text={t("remove.text")}
      labels={{ cancel: t("cancel"), submit: t("remove.submit"), failed: t("remove.failed") }}
      remove={() => bridge.request("server.remove", { serverId: server.serverId })}
      onRemoved={() => useServersPage.setState({ removing: undefined, selected: undefined })}
      onClose={() => useServersPage.setState({ removing: undefined })}
    />
  );
};
