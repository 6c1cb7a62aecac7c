import { useEffect, useState } from "react";
import type { Failure } from "../../../shared/contract/index.ts";
import { bridge, type AnyRequestName, type Answer, type Params } from "../../bridge/index.ts";

/** What a question to the host came to so far. */
export type Asked<T> =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly error: Failure }
  | { readonly status: "ready"; readonly value: T };

/**
 * Asks the host when the place is shown and again whenever `version` or the question changes; the old answer stays until
 * the new one is there. An answer that comes after the question changed is dropped.
 */
export const useAnswer = <N extends AnyRequestName>(
  name: N,
  params: Params<N>,
  version: string | number = 0,
): Asked<Answer<N>> & { readonly again: () => void } => {
  const [asked, setAsked] = useState<Asked<Answer<N>>>({ status: "loading" });
  const [round, setRound] = useState(0);
  const question = JSON.stringify(params);
  useEffect(() => {
    let isCurrent = true;
    bridge
      .request(name, JSON.parse(question) as Params<N>)
      .then((answer) => {
        if (!isCurrent) return;
        setAsked(
          answer.ok ? { status: "ready", value: answer.value } : { status: "failed", error: answer.error },
        );
      })
      .catch((cause: unknown) => console.error(`${name} failed`, cause));
    return () => {
      isCurrent = false;
    };
  }, [name, question, version, round]);
  return { ...asked, again: () => setRound((was) => was + 1) };
};
