import { MessageSquarePlus } from "lucide-react";
import { useId, useState, type Ref } from "react";
import { useTranslation } from "react-i18next";
import type { Approval } from "../../../shared/contract/index.ts";
import { Button, Checkbox, cx, TextField } from "../../design/index.ts";
import { revealAsText } from "../reveal/index.ts";
import styles from "./card.module.css";
import type { CardControl } from "./useCard.ts";

interface FooterProps {
  readonly approval: Approval;
  readonly card: CardControl;
  readonly isDeciding: boolean;
  readonly hasKeys: boolean;
  readonly rejectRef: Ref<HTMLButtonElement>;
}

const effectOf = (approval: Approval): string =>
  revealAsText((approval.command?.line ?? approval.call.tool).slice(0, 120));

/** The decision: the safe choice first, the keys on the buttons, always in view. */
export const Footer = ({ approval, card, isDeciding, hasKeys, rejectRef }: FooterProps) => {
  const { t } = useTranslation("approvals");
  const [hasReason, setHasReason] = useState(false);
  const offerId = useId();
  const acceptLabel =
    approval.command !== undefined ? "accept.run" : card.edits.length > 0 ? "accept.edited" : "accept.plain";
  return (
    <footer className={cx(styles["footer"], !card.isArmed && styles["arming"])}>
      {approval.severity === "L4" && (
        <Checkbox
          label={t("stated", { effect: effectOf(approval) })}
          isChecked={card.isStated}
          onChange={card.setStated}
        />
      )}
      {hasReason && (
        <TextField
          label={t("reason.label")}
          placeholder={t("reason.placeholder")}
          isLabelHidden
          value={card.reason}
          maxLength={4000}
          autoFocus
          onChange={(event) => card.setReason(event.target.value)}
        />
      )}
      <div className={styles["buttons"]}>
        <Button
          ref={rejectRef}
          keys={hasKeys ? "mod+backspace" : undefined}
          aria-disabled={!card.isArmed}
          disabled={isDeciding}
          onClick={card.reject}
        >
          {t(hasReason && card.reason !== "" ? "reject.reason" : "reject.plain")}
        </Button>
        {!hasReason && (
          <Button
            kind="quiet"
            icon={<MessageSquarePlus size={14} aria-hidden />}
            disabled={isDeciding}
            onClick={() => setHasReason(true)}
          >
            {t("reason.add")}
          </Button>
        )}
        <span className={styles["space"]} />
        <Button
          kind="primary"
          keys={hasKeys ? "mod+enter" : undefined}
          isBusy={isDeciding}
          aria-disabled={!card.isArmed}
          disabled={!card.canAccept && !isDeciding}
          onClick={card.accept}
        >
          {t(acceptLabel)}
        </Button>
      </div>
      {card.isNothingLeft && (
        <p className={styles["quiet"]} role="status">
          {t("accept.nothing")}
        </p>
      )}
      {card.acceptAll !== undefined && (
        <div className={styles["offer"]}>
          <p id={offerId}>{t("offer.about")}</p>
          <Button
            size="small"
            aria-describedby={offerId}
            aria-disabled={!card.isArmed}
            disabled={isDeciding || !card.canAccept}
            onClick={card.acceptAll}
          >
            {t("offer.accept")}
          </Button>
        </div>
      )}
    </footer>
  );
};
