import { Globe, Laptop } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "../../design/index.ts";
import { reachOf } from "./reach.ts";
import styles from "./Team.module.css";

/** Who can reach an address, in words: a warning for every one beyond this computer. */
export const ReachText = ({ host }: { readonly host: string }) => {
  const { t } = useTranslation("team");
  const reach = reachOf(host);
  const isHere = reach === "here";
  return (
    <p className={cx(styles["reach"], !isHere && styles["reachOut"])} role={isHere ? undefined : "alert"}>
      {isHere ? <Laptop size={14} aria-hidden /> : <Globe size={14} aria-hidden />}
      <span>{t(`reach.${reach}`, { host })}</span>
    </p>
  );
};
