import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnyEvent } from "../../../shared/events/index.ts";
import { formatClock } from "../../format/index.ts";
import { BoundedJson } from "./BoundedCode.tsx";
import styles from "./inspector.module.css";

const Entry = ({ event }: { readonly event: AnyEvent }) => {
  const { t, i18n } = useTranslation("timeline");
  const [isShown, setShown] = useState(false);
  return (
    <details className={styles["more"]} onToggle={(at) => setShown(at.currentTarget.open)}>
      <summary>
        <span className={styles["seq"]}>{event.seq}</span>
        <code>{event.type}</code>
        <span className={styles["quiet"]}>{formatClock(event.at, i18n.language)}</span>
      </summary>
      {isShown && (
        <>
          {event.isCut && <p className={styles["quiet"]}>{t("events.cut")}</p>}
          <BoundedJson value={event.body} label={event.type} />
          <p className={styles["hash"]}>{event.hash}</p>
        </>
      )}
    </details>
  );
};

/** The entries of the log about this call, as they are. */
export const EventsTab = ({ events }: { readonly events: readonly AnyEvent[] }) => (
  <div className={styles["tab"]}>
    {events.map((event) => (
      <Entry key={event.seq} event={event} />
    ))}
  </div>
);
