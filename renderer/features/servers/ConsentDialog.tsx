import { SquareTerminal } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ServerInfo } from "../../../shared/contract/index.ts";
import { Button, Dialog } from "../../design/index.ts";
import { CommandSummary } from "./CommandSummary.tsx";

interface ConsentDialogProps {
  readonly server: ServerInfo;
  readonly onClose: () => void;
  readonly onConsent: () => void;
}

/** Shows the exact command before a server runs for the first time. The safe answer has the focus. */
export const ConsentDialog = ({ server, onClose, onConsent }: ConsentDialogProps) => {
  const { t } = useTranslation("servers");
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("consent.title", { name: server.name })}
      description={t("consent.text")}
      footer={
        <>
          <Button onClick={onClose} autoFocus>
            {t("cancel")}
          </Button>
          <Button kind="primary" icon={<SquareTerminal size={16} aria-hidden />} onClick={onConsent}>
            {t("consent.start")}
          </Button>
        </>
      }
    >
      {server.transport.kind === "stdio" && (
        <CommandSummary
          command={server.transport.command}
          args={server.transport.args ?? []}
          envNames={Object.keys(server.transport.env ?? {})}
          cwd={server.transport.cwd}
        />
      )}
    </Dialog>
  );
};
