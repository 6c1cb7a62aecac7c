import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button, Dialog } from "../../design/index.ts";
import { startAddingServer } from "../servers/index.ts";
import { closeWays, openWay, type Way } from "../addWays/index.ts";
import { WaysBar } from "../addWays/index.ts";

interface WayDialogProps {
  readonly way: Way;
  readonly children: ReactNode;
  /** The button that goes on; the one that closes is always there. */
  readonly action?: ReactNode;
}

/** The frame of each way: the bar on top, what is to be done, and the buttons. */
export const WayDialog = ({ way, children, action }: WayDialogProps) => {
  const { t } = useTranslation("addServers");
  return (
    <Dialog
      isOpen
      size="large"
      onClose={closeWays}
      title={t("title")}
      footer={
        <>
          <Button onClick={closeWays}>{t("cancel")}</Button>
          {action}
        </>
      }
    >
      <WaysBar
        current={way}
        onChoose={(next) => {
          if (next !== "form") return openWay(next);
          closeWays();
          startAddingServer();
        }}
      />
      {children}
    </Dialog>
  );
};
