import styles from "./timeline.module.css";

const tones = 5;

/** The same server has the same dot everywhere; the name is in the title, so that colour is only a second sign. */
const toneOf = (name: string): number => {
  let sum = 7;
  for (let at = 0; at < name.length; at += 1) sum = (sum * 31 + name.charCodeAt(at)) % 997;
  return sum % tones;
};

/** A dot that stands for a server. */
export const ServerDot = ({ name }: { readonly name: string }) => (
  <span className={styles["dot"]} data-tone={toneOf(name)} title={name} aria-hidden />
);
