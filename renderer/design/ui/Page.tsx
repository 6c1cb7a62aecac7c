import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { TimeAgo } from "./Figures.tsx";
import { IconButton } from "./IconButton.tsx";
import styles from "./Page.module.css";

/** A place that is one column of bounded width and scrolls as a whole. */
export const Page = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles["page"]}>{children}</div>
);

interface PageHeaderProps {
  readonly title: string;
  /** What the place is for. */
  readonly about: string;
  /** The one thing to do there. */
  readonly action: ReactNode;
}

/** The head of a {@link Page}. */
export const PageHeader = ({ title, about, action }: PageHeaderProps) => (
  <header className={styles["header"]}>
    <div>
      <h1>{title}</h1>
      <p className={styles["about"]}>{about}</p>
    </div>
    {action}
  </header>
);

interface DetailHeaderProps {
  readonly title: string;
  readonly back: { readonly label: string; readonly onBack: () => void };
  /** What it is and how it stands, as badges. */
  readonly badges: ReactNode;
  /** Since when it stands like that, in milliseconds. */
  readonly since: number;
  /** What can be done with it. */
  readonly children: ReactNode;
}

/** The head of one thing that fills the place it was opened from; Esc leads back, too. */
export const DetailHeader = ({ title, back, badges, since, children }: DetailHeaderProps) => (
  <header className={styles["detailHeader"]}>
    <IconButton
      label={back.label}
      keys="escape"
      icon={<ArrowLeft size={16} aria-hidden />}
      onClick={back.onBack}
    />
    <h1>{title}</h1>
    {badges}
    <span className={styles["since"]}>
      <TimeAgo at={since} />
    </span>
    <span className={styles["spring"]} />
    {children}
  </header>
);
