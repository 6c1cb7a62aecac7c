import { Play, Square } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ServerInfo } from "../../../shared/contract/index.ts";
import { Button, ErrorState } from "../../design/index.ts";
import { startServer, stopServer } from "./actions.ts";
import { AgreeDialog } from "./AgreeDialog.tsx";
import { ConsentDialog } from "./ConsentDialog.tsx";
import { hasConsent } from "./consent.ts";

/** Starts and stops a server. A command that was never started here is shown in full before it runs. */
export const ServerSwitch = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("servers");
  const [error, setError] = useState<Failure>();
  const [isAsking, setIsAsking] = useState(false);
  const run = (work: typeof startServer): void => {
    setError(undefined);
    work(server.serverId)
      .then((answer) => {
        // A start that failed shows as the server's own last error; only refusals of the request itself stand here.
        if (!answer.ok && server.lastError?.message !== answer.error.message) setError(answer.error);
      })
      .catch((cause: unknown) => console.error("server switch failed", cause));
  };
  const isOn = server.state === "ready" || server.state === "starting";
  const start = (): void => {
    if (server.consent === undefined && hasConsent(server)) run(startServer);
    else setIsAsking(true);
  };
  return (
    <>
      {isOn ? (
        <Button size="small" icon={<Square size={12} aria-hidden />} onClick={() => run(stopServer)}>
          {t("stop")}
        </Button>
      ) : (
        <Button
          size="small"
          icon={<Play size={12} aria-hidden />}
          isBusy={server.state === "stopping"}
          onClick={start}
        >
          {server.state === "failed" ? t("startAgain") : t("start")}
        </Button>
      )}
      {error !== undefined && server.lastError === undefined && (
        <ErrorState layout="inline" title={t("switchFailed", { name: server.name })} failure={error} />
      )}
      {isAsking && server.consent !== undefined && (
        <AgreeDialog server={server} consent={server.consent} onClose={() => setIsAsking(false)} />
      )}
      {isAsking && server.consent === undefined && (
        <ConsentDialog
          server={server}
          onClose={() => setIsAsking(false)}
          onConsent={() => {
            setIsAsking(false);
            run(startServer);
          }}
        />
      )}
    </>
  );
};
