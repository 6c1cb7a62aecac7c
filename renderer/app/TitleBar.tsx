import { PanelLeft, PanelRight, Search } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../design/index.ts";
import { openPalette } from "../features/palette/index.ts";
import { useSelection } from "../features/session/index.ts";
import { usePlace } from "../navigation/index.ts";
import { switchInspector } from "./ChatPlace.tsx";
import { useFrame } from "./frame.ts";
import { SessionTitle } from "./SessionTitle.tsx";
import styles from "./TitleBar.module.css";
import { useWidth } from "./useWidth.ts";

const PlaceTitle = () => {
  const { t } = useTranslation("frame");
  const place = usePlace();
  const name = t(`place.${place}`);
  useEffect(() => {
    document.title = `${name} – Loopwright`;
  }, [name]);
  return <span className={styles["name"]}>Loopwright</span>;
};

/** The bar above everything: in the chat what the session is and does, elsewhere the name of the place. */
export const TitleBar = () => {
  const { t } = useTranslation("frame");
  const place = usePlace();
  const sessionId = useSelection((selection) => selection.sessionId);
  const isInspectorOpen = useSelection((selection) => selection.isInspectorOpen);
  const isSlim = useWidth("slim");
  const isNarrow = useWidth("narrow");
  const isChat = place === "chat";
  return (
    <header className={styles["bar"]}>
      {isChat && isSlim && (
        <IconButton
          label={t("sessionsDrawer")}
          icon={<PanelLeft size={16} aria-hidden />}
          onClick={() => useFrame.setState({ isListDrawerOpen: true })}
        />
      )}
      {isChat && sessionId !== undefined ? (
        <SessionTitle key={sessionId} sessionId={sessionId} />
      ) : (
        <PlaceTitle />
      )}
      <IconButton
        label={t("openPalette")}
        keys="mod+k"
        icon={<Search size={16} aria-hidden />}
        onClick={openPalette}
      />
      {isChat && sessionId !== undefined && (
        <IconButton
          label={t("inspector.toggle")}
          keys="mod+b"
          isPressed={isInspectorOpen && !isNarrow}
          icon={<PanelRight size={16} aria-hidden />}
          onClick={switchInspector}
        />
      )}
    </header>
  );
};
