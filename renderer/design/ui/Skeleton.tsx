import styles from "./Skeleton.module.css";

/** Grey bars where rows will be, for the moment before the first answer. */
export const Skeleton = ({ rows = 3 }: { readonly rows?: number }) => (
  <div className={styles["skeleton"]} aria-hidden>
    {Array.from({ length: rows }, (_, at) => (
      <span key={at} style={{ width: `${90 - ((at * 17) % 40)}%` }} />
    ))}
  </div>
);
