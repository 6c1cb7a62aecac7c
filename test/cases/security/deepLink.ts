import { createInbox } from "../../../electron/main/links/index.ts";
import { isObject, NotRun, wordOf, type Json } from "../types.ts";
import { all, heldByWindow, holds, oneLine, unknown } from "../verdicts.ts";
import { windowTestOf } from "../windowTests.ts";
import type { Verdict } from "../types.ts";
import type { Adapter } from "./observed.ts";

/** The scheme, and what the action `install` of a case is called here: an unknown one would be ignored for that alone. */
const linkOf = (text: string): string =>
  text
    .replaceAll("$SCHEME", "loopwright")
    .replace(/^loopwright:\/\/install(?=$|\?)/, "loopwright://install-server");

const goodLink = (given: Json): string => {
  const { name, ...config } = given;
  const packed = Buffer.from(JSON.stringify(config)).toString("base64url");
  return `loopwright://install-server?name=${encodeURIComponent(wordOf(name))}&config=${packed}`;
};

interface Came {
  readonly isGood: boolean;
  readonly link: string;
  readonly events: readonly string[];
  /** What the page would be given to show. */
  readonly config: string | undefined;
}

/**
 * `deepLink.handle`: each link put to the main process's own inbox of links, which is all that a link reaches. What it gives to the
 * page is a definition to be shown, or nothing; the page's part is held by a window test.
 */
export const deepLinkAdapter = (id: string): Adapter => {
  const came: Came[] = [];
  const ofWindow = (what: string): Verdict => {
    const test = windowTestOf(id, what);
    return test === undefined ? unknown(`no window test holds ${what}`) : heldByWindow(what, test);
  };
  const good = (): Came[] => came.filter(({ isGood }) => isGood);
  /** Of a link that is not good the page gets a notice and nothing more, so that it can do no more than be told of. */
  const nothing = (): Verdict =>
    all(
      came
        .filter(({ isGood }) => !isGood)
        .map(({ link, events, config }) =>
          holds(
            config === undefined && events.every((name) => name === "app.notice"),
            `${oneLine(link, 80)} led to ${events.join(", ")}`,
          ),
        ),
    );
  return {
    isPure: true,
    own: {
      forGood: (wanted) => {
        const texts =
          isObject(wanted) && Array.isArray(wanted["textIncludes"]) ? wanted["textIncludes"].map(String) : [];
        return all([
          holds(good().length > 0, "there was no good link"),
          ...good().map(({ config = "" }) =>
            holds(
              texts.every((text) => config.includes(text)),
              `shown: ${oneLine(config)}`,
            ),
          ),
          ofWindow("forGood"),
        ]);
      },
      forOthers: nothing,
      processesSpawned: () => all([nothing(), ofWindow("processesSpawned")]),
      serverConfigsUnchanged: () => all([nothing(), ofWindow("serverConfigsUnchanged")]),
      promptNotSent: nothing,
      jsNotRun: nothing,
    },
    tryVector: async (vector) => {
      const isGood = isObject(vector) && isObject(vector["good"]);
      if (!isGood && typeof vector !== "string") throw new NotRun("not built yet: a link of another form");
      const link = isGood ? goodLink(vector["good"] as Json) : linkOf(wordOf(vector));
      const events: string[] = [];
      const inbox = createInbox(
        (event) => events.push((JSON.parse(event) as { event: string }).event),
        Date.now,
      );
      inbox.offer(link);
      came.push({ isGood, link, events, config: inbox.take()?.config });
      return { what: oneLine(link, 80) };
    },
    close: () => Promise.resolve(),
  };
};
