import { useCallback, useEffect, useRef, useState } from "react";

/** How long a new card ignores clicks and keys, in milliseconds (look.md, Approval). */
const GUARD_MS = 500;

/** Whether a card has been in view long enough for a click to be meant for it; starts anew when `what` changes. */
export const useArmed = (what: string): { readonly isArmed: boolean; readonly accepts: () => boolean } => {
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  const [armed, setArmed] = useState("");
  useEffect(() => {
    shownAt.current = performance.now();
    const timer = setTimeout(() => setArmed(what), GUARD_MS);
    return () => clearTimeout(timer);
  }, [what]);
  const accepts = useCallback(() => performance.now() - shownAt.current >= GUARD_MS, []);
  return { isArmed: armed === what, accepts };
};
