import type { ReactNode } from "react";
import { cx } from "../../design/index.ts";
import styles from "./Banners.module.css";

interface BannerProps {
  /** `info`: something to look at when there is time; `danger` is read out at once. */
  readonly tone: "info" | "warn" | "danger";
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** A line across the window, below the title bar, that stays until what it tells of is over. */
export const Banner = ({ tone, icon, children, action }: BannerProps) => (
  <div className={cx(styles["banner"], styles[tone])} role={tone === "danger" ? "alert" : "status"}>
    {icon}
    <div className={styles["text"]}>{children}</div>
    {action}
  </div>
);
