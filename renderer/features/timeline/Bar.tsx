import type { Call } from "../../../shared/session/index.ts";
import { stretchesOf, type Scale } from "./rows.ts";
import styles from "./timeline.module.css";

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Where in its run a call waited (hatched) and ran (filled). Decorative: the duration beside it says it in words. */
export const Bar = ({ call, scale }: { readonly call: Call; readonly scale: Scale }) => (
  <span className={styles["bar"]} aria-hidden>
    {stretchesOf(call, scale).map((stretch) => (
      <span
        key={stretch.kind}
        className={styles["stretch"]}
        data-kind={stretch.kind}
        data-state={call.state}
        style={{ left: percent(stretch.from), width: percent(stretch.to - stretch.from) }}
      />
    ))}
  </span>
);
