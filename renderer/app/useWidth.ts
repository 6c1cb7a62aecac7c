import { useSyncExternalStore } from "react";

const queries = { narrow: "(max-width: 900px)", slim: "(max-width: 640px)" } as const;

/** Whether the window is at most 900 px (`narrow`) or 640 px (`slim`) wide: the inspector, then the list, become drawers. */
export const useWidth = (which: keyof typeof queries): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(queries[which]);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => window.matchMedia(queries[which]).matches,
  );
