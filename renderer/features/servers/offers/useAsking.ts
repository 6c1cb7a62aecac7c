import { useCallback, useEffect, useRef, useState } from "react";
import type { Failure } from "../../../../shared/contract/index.ts";
import { bridge, type AnyRequestName, type Answer, type Params } from "../../../bridge/index.ts";

/** What a question that a person asks by a click came to. */
export type Asking<T> =
  | { readonly status: "none" }
  | { readonly status: "loading"; readonly before: T | undefined }
  | { readonly status: "failed"; readonly error: Failure }
  | { readonly status: "ready"; readonly value: T };

/** Asks the host when told to; the answer to an older question never replaces that of a newer one. */
export const useAsking = <N extends AnyRequestName>(
  name: N,
): readonly [Asking<Answer<N>>, (params: Params<N>) => void] => {
  const [asking, setAsking] = useState<Asking<Answer<N>>>({ status: "none" });
  const latest = useRef(0);
  useEffect(() => {
    const asked = latest;
    return () => {
      asked.current = -1;
    };
  }, []);
  const ask = useCallback(
    (params: Params<N>): void => {
      const mine = ++latest.current;
      setAsking((was) => ({ status: "loading", before: was.status === "ready" ? was.value : undefined }));
      bridge
        .request(name, params)
        .then((answer) => {
          if (latest.current !== mine) return;
          setAsking(
            answer.ok ? { status: "ready", value: answer.value } : { status: "failed", error: answer.error },
          );
        })
        .catch((cause: unknown) => console.error(`${name} failed`, cause));
    },
    [name],
  );
  return [asking, ask];
};
