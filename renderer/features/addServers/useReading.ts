import { useEffect, useState } from "react";
import type { Failure, Result } from "../../../shared/contract/index.ts";

/** What a question led to; `isBusy` while an answer is on its way, what was known stays until then. */
export interface Reading<T> {
  readonly value: T | undefined;
  readonly error: Failure | undefined;
  readonly isBusy: boolean;
}

const WAIT_MS = 200;

/** Asks again whenever `key` has changed and stood for a moment; only the latest answer counts. */
export const useReading = <T>(key: string, ask: () => Promise<Result<T>> | undefined): Reading<T> => {
  const [reading, setReading] = useState<Reading<T>>({ value: undefined, error: undefined, isBusy: false });
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      const asked = ask();
      if (asked === undefined) {
        setReading({ value: undefined, error: undefined, isBusy: false });
        return;
      }
      setReading((was) => ({ ...was, isBusy: true }));
      asked
        .then((answer) => {
          if (isOver) return;
          if (answer.ok) setReading({ value: answer.value, error: undefined, isBusy: false });
          else setReading({ value: undefined, error: answer.error, isBusy: false });
        })
        .catch((cause: unknown) => console.error("reading servers failed", cause));
    }, WAIT_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
    // `ask` is a new function each time and means the same as long as the key does.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  return reading;
};
