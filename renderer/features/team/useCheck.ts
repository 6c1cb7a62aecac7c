import { useEffect, useState } from "react";
import type { PolicyProblem, ServerId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";

/** After the last key, in milliseconds. */
const PAUSE_MS = 300;

/** What the host has against a text, asked a moment after it changed; undefined until the answer for this very text is there. */
export const useCheck = (text: string, teamId?: ServerId): readonly PolicyProblem[] | undefined => {
  const [checked, setChecked] = useState<{
    readonly text: string;
    readonly problems: readonly PolicyProblem[];
  }>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      bridge
        .request("team.checkPolicy", { text, ...(teamId === undefined ? {} : { teamId }) })
        .then((answer) => {
          if (isCurrent && answer.ok) setChecked({ text, problems: answer.value.problems });
        })
        .catch((cause: unknown) => console.error("team.checkPolicy failed", cause));
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, teamId]);
  return checked?.text === text ? checked.problems : undefined;
};
