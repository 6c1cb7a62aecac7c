import { fail } from "../result/index.ts";
import { parseLink } from "./parseLink.ts";

/** Holds the last good link until the page takes it. */
export interface LinkInbox {
  /** A text the system gave the app; what is no link of ours is left alone. */
  offer(text: string): void;
  /** The definition that waits, once. */
  take(): { config: string } | null;
}

const refusals = {
  tooLong:
    "The install link was ignored: it is longer than 8 KB. Add the server by hand or paste its definition.",
  malformed:
    "The install link was ignored: it is not written as one. Ask for it again, or paste the definition.",
  unknown: "The link was ignored: Loopwright does not know what it asks for.",
};

/** Makes the inbox; `push` tells the pages. Nothing of a link acts: it waits to be shown. */
export const createInbox = (push: (event: string) => void, now: () => number): LinkInbox => {
  let waiting: { config: string } | null = null;
  return {
    offer: (text) => {
      const link = parseLink(text);
      if (link === null) return;
      if ("config" in link) {
        waiting = link;
        push(JSON.stringify({ event: "app.installLink", data: {} }));
        return;
      }
      const { error } = fail("invalidInput", refusals[link.problem], { key: `installLink.${link.problem}` });
      push(JSON.stringify({ event: "app.notice", data: { level: "warning", at: now(), notice: error } }));
    },
    take: () => {
      const link = waiting;
      waiting = null;
      return link;
    },
  };
};
