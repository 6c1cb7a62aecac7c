import { Cpu, Inbox, MessageSquare, ScrollText, Server, Settings, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx, Tooltip } from "../design/index.ts";
import { useWaitingCount } from "../features/approvals/index.ts";
import { goTo, places, usePlace, type Place } from "../navigation/index.ts";
import styles from "./Nav.module.css";

const icons: Record<Place, LucideIcon> = {
  chat: MessageSquare,
  inbox: Inbox,
  servers: Server,
  models: Cpu,
  audit: ScrollText,
  settings: Settings,
};

/** The keys of a place: its number, and the comma that settings have everywhere. */
export const placeKeys = (place: Place): string =>
  place === "settings" ? "mod+," : `mod+${places.indexOf(place) + 1}`;

const Item = ({ place, waiting }: { readonly place: Place; readonly waiting: number }) => {
  const { t } = useTranslation("frame");
  const isHere = usePlace() === place;
  const Icon = icons[place];
  const count = place === "inbox" && waiting > 0 ? waiting : undefined;
  const name = count === undefined ? t(`place.${place}`) : t("inboxWaiting", { count });
  return (
    <Tooltip text={name} keys={placeKeys(place)} side="right">
      <button
        type="button"
        className={cx(styles["item"], isHere && styles["here"])}
        aria-current={isHere ? "page" : undefined}
        onClick={() => goTo(place)}
      >
        <span className={styles["icon"]}>
          <Icon size={16} aria-hidden />
          {count !== undefined && (
            <span className={styles["count"]} aria-hidden>
              {count > 99 ? "99+" : count}
            </span>
          )}
        </span>
        <span className={styles["label"]}>{t(`place.${place}`)}</span>
        {count !== undefined && <span className="visually-hidden">{t("waiting", { count })}</span>}
      </button>
    </Tooltip>
  );
};

/** The places of the window. */
export const Nav = () => {
  const { t } = useTranslation("frame");
  const waiting = useWaitingCount();
  return (
    <nav className={styles["nav"]} aria-label={t("places")}>
      {places.map((place) => (
        <Item key={place} place={place} waiting={waiting} />
      ))}
    </nav>
  );
};
