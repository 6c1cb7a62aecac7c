import { ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { rowProps } from "../../../actions/index.ts";
import { cx } from "../../../design/index.ts";
import { revealAsText } from "../../reveal/index.ts";
import styles from "../Servers.module.css";

/** A row of a server's list that opens below itself. Its texts are the server's. */
export const Expandable = ({
  name,
  about,
  facts,
  isCurrent,
  children,
}: {
  readonly name: string;
  readonly about: string;
  readonly facts?: ReactNode;
  readonly isCurrent: boolean;
  /** Drawn only while it is open. */
  readonly children: () => ReactNode;
}) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={styles["tool"]}>
      <button
        type="button"
        className={styles["toolRow"]}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        {...rowProps(isCurrent)}
      >
        <ChevronRight size={14} aria-hidden className={cx(styles["chevron"], isOpen && styles["open"])} />
        <code className={styles["toolName"]}>{revealAsText(name)}</code>
        <span className={styles["toolText"]}>{revealAsText(about)}</span>
        {facts}
      </button>
      {isOpen && <div className={styles["toolBody"]}>{children()}</div>}
    </li>
  );
};
