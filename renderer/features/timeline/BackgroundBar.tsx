import { Square } from "lucide-react";
import { useState, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../../../shared/contract/index.ts";
import type { Call } from "../../../shared/session/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button } from "../../design/index.ts";
import { failureText } from "../../format/index.ts";
import styles from "./inspector.module.css";

/** Gives the focus of a button that is gone, or can no longer have it, to the view that is shown below it. */
const passFocus = (button: HTMLElement, inspector: HTMLElement | null): void => {
  const { activeElement } = document;
  if (activeElement !== button && activeElement !== document.body) return;
  inspector?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
};

/** Says of a call that it goes on although its turn does not wait for it, and stops it (MCP-12). */
export const BackgroundBar = ({ call }: { readonly call: Pick<Call, "sessionId" | "callId"> }) => {
  const { t } = useTranslation("timeline");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | undefined>(undefined);
  const stop = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    // The bar may be gone, with the call's end, before the answer is there.
    const inspector = currentTarget.closest("section");
    setIsBusy(true);
    bridge
      .request("call.stop", { sessionId: call.sessionId, callId: call.callId })
      .then((answer) => {
        setFailure(answer.ok ? undefined : answer.error);
        setIsBusy(false);
        passFocus(currentTarget, inspector);
      })
      .catch((cause: unknown) => console.error("call.stop failed", cause));
  };
  return (
    <div className={styles["background"]}>
      <span className={styles["backgroundText"]} role="status">
        {failure === undefined ? t("background.text") : failureText(failure, t)}
      </span>
      <Button size="small" isBusy={isBusy} icon={<Square size={12} aria-hidden />} onClick={stop}>
        {t("background.stop")}
      </Button>
    </div>
  );
};
