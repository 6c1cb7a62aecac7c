import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ServerInfo } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, Dialog, ErrorState } from "../../design/index.ts";
import { useServersPage } from "./servers.ts";

const close = (): void => useServersPage.setState({ removing: undefined });

/** Asks before a server's definition goes. */
export const RemoveDialog = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("servers");
  const [error, setError] = useState<Failure>();
  const remove = async (): Promise<void> => {
    const answer = await bridge.request("server.remove", { serverId: server.serverId });
    if (!answer.ok) setError(answer.error);
    else useServersPage.setState({ removing: undefined, selected: undefined });
  };
  return (
    <Dialog
      isOpen
      size="small"
      onClose={close}
      title={t("remove.title", { name: server.name })}
      description={t("remove.text")}
      footer={
        <>
          <Button onClick={close} autoFocus>
            {t("cancel")}
          </Button>
          <Button
            kind="danger"
            onClick={() => {
              remove().catch((cause: unknown) => console.error("server.remove failed", cause));
            }}
          >
            {t("remove.submit")}
          </Button>
        </>
      }
    >
      {error !== undefined && <ErrorState layout="inline" title={t("remove.failed")} failure={error} />}
    </Dialog>
  );
};
