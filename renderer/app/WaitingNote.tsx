import { useTranslation } from "react-i18next";
import { useWaitingCount } from "../features/approvals/index.ts";

/** Tells a screen reader, politely, how many calls wait for a person whenever that changes. */
export const WaitingNote = () => {
  const { t } = useTranslation("frame");
  const count = useWaitingCount();
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {count > 0 ? t("waiting", { count }) : ""}
    </div>
  );
};
