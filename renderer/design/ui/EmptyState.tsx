import type { ReactNode } from "react";
import styles from "./Place.module.css";

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** It fills a place that has no other heading. */
  readonly isPage?: boolean | undefined;
  /** What this place is for. */
  readonly text?: ReactNode;
  /** The first step. */
  readonly action?: ReactNode;
}

/** A place that holds nothing yet: what it is for and the first step. */
export const EmptyState = ({ icon, title, isPage = false, text, action }: EmptyStateProps) => (
  <div className={styles["place"]}>
    {icon !== undefined && <span className={styles["icon"]}>{icon}</span>}
    {isPage ? <h1 className={styles["title"]}>{title}</h1> : <p className={styles["title"]}>{title}</p>}
    {text !== undefined && <p className={styles["text"]}>{text}</p>}
    {action !== undefined && <div className={styles["actions"]}>{action}</div>}
  </div>
);
