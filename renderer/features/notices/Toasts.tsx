import i18next from "i18next";
import { toast, Toaster } from "sonner";
import { bridge } from "../../bridge/index.ts";
import { useAppearance } from "../../appearance/index.ts";
import { failureText } from "../../format/index.ts";
import { openSession } from "../../navigation/index.ts";
import "./toasts.css";

const SHOWN_MS = 8000;

/** Trouble with the log has its own place, the banner: a toast would only say it twice (look.md). */
const hasItsPlace = (key: string | undefined): boolean => key?.startsWith("log.") === true;

/** Shows the host's notices as they come; one of a session leads there. Errors stay until they are closed. */
export const followNotices = (): (() => void) =>
  bridge.subscribe("app.notice", ({ level, notice, sessionId }) => {
    if (hasItsPlace(notice.key)) return;
    const show = { info: toast.info, warning: toast.warning, error: toast.error }[level];
    show(failureText(notice, i18next.t), {
      // The same notice again replaces the one that stands.
      id: `${notice.code}:${notice.message}`,
      duration: level === "error" ? Infinity : SHOWN_MS,
      ...(sessionId === undefined
        ? {}
        : { action: { label: i18next.t("frame:openSession"), onClick: () => openSession(sessionId) } }),
    });
  });

/** Where toasts stand. */
export const Toasts = () => {
  const { resolvedTheme } = useAppearance();
  return (
    <Toaster
      theme={resolvedTheme === "light" ? "light" : "dark"}
      position="bottom-right"
      closeButton
      offset={36}
      containerAriaLabel={i18next.t("frame:notices")}
      toastOptions={{ closeButtonAriaLabel: i18next.t("design:close") }}
    />
  );
};
