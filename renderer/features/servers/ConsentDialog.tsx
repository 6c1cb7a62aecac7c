import { Globe, SquareTerminal } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ServerInfo } from "../../../shared/contract/index.ts";
import { Button, Dialog } from "../../design/index.ts";
import { TransportSummary } from "./TransportSummary.tsx";

interface ConsentDialogProps {
  readonly server: ServerInfo;
  readonly onClose: () => void;
  readonly onConsent: () => void;
}

/** Shows the exact command or address before a server is started or reached for the first time. The safe answer has the focus. */
export const ConsentDialog = ({ server, onClose, onConsent }: ConsentDialogProps) => {
  const { t } = useTranslation("servers");
  const isRemote = server.transport.kind === "http";
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(isRemote ? "consent.titleHttp" : "consent.title", { name: server.name })}
      description={t(isRemote ? "consent.textHttp" : "consent.text")}
      footer={
        <>
          <Button onClick={onClose} autoFocus>
            {t("cancel")}
          </Button>
          <Button
            kind="primary"
            icon={isRemote ? <Globe size={16} aria-hidden /> : <SquareTerminal size={16} aria-hidden />}
            onClick={onConsent}
          >
            {t(isRemote ? "consent.connect" : "consent.start")}
          </Button>
        </>
      }
    >
      <TransportSummary transport={server.transport} />
    </Dialog>
  );
};
