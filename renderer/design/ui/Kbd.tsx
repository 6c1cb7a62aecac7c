import { cx } from "../cx.ts";
import { keyLabels } from "../keyLabels.ts";
import styles from "./Kbd.module.css";

/** Shows keys, e.g. `mod+enter` as ⌘↵ on a Mac and Ctrl ↵ elsewhere. */
export const Kbd = ({ keys, isInside = false }: { readonly keys: string; readonly isInside?: boolean }) => (
  <span className={cx(styles["keys"], isInside && styles["inside"])} aria-hidden={isInside || undefined}>
    {keyLabels(keys).map((label) => (
      <kbd key={label} className={styles["key"]}>
        {label}
      </kbd>
    ))}
  </span>
);
