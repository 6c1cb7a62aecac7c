import { Info } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../design/index.ts";
import { failureText } from "../../format/index.ts";
import styles from "./card.module.css";
import { approvals } from "./open.ts";
import type { Pending } from "./store.ts";

/** Why a card cannot be used any more, and the way to put it away. */
export const GoneNotice = ({ item }: { readonly item: Pending }) => {
  const { t } = useTranslation(["approvals", "errors"]);
  const { callId } = item.approval.call;
  return (
    <div className={styles["gone"]} role="status">
      <Info size={16} aria-hidden />
      <span>
        {item.failure === undefined ? t(`gone.${item.gone ?? "stale"}`) : failureText(item.failure, t)}
      </span>
      {item.gone !== "restarted" && (
        <Button size="small" onClick={() => approvals().dismiss(callId)}>
          {t("gone.dismiss")}
        </Button>
      )}
    </div>
  );
};
