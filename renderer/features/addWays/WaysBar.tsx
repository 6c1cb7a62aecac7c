import { useTranslation } from "react-i18next";
import { Button } from "../../design/index.ts";
import { ways, type Way } from "./addWays.ts";
import styles from "./ways.module.css";

interface WaysBarProps {
  readonly current: Way | "form";
  readonly onChoose: (way: Way | "form") => void;
}

/** The ways to a server, on top of each of their dialogs. */
export const WaysBar = ({ current, onChoose }: WaysBarProps) => {
  const { t } = useTranslation("addServers");
  return (
    <nav className={styles["ways"]} aria-label={t("ways")}>
      {(["form", ...ways] as const).map((way) => (
        <Button
          key={way}
          size="small"
          kind={way === current ? "neutral" : "quiet"}
          aria-current={way === current ? "true" : undefined}
          onClick={() => {
            if (way !== current) onChoose(way);
          }}
        >
          {t(`way.${way}`)}
        </Button>
      ))}
    </nav>
  );
};
