import { fail } from "../result/index.ts";
import type { AppRequestName, Result } from "../../../shared/contract/index.ts";
import { appRequestNames, hostRequestNames, maxRequestChars } from "../../preload/names.ts";
import { isNestedWithin } from "./nesting.ts";

/** Who answers what the page asks. */
export interface Answerers {
  /** The host: takes and gives JSON text. */
  readonly host: (name: string, params: string) => Promise<string>;
  /** Main itself: parses `params` strictly. */
  readonly app: (name: AppRequestName, params: unknown) => Promise<Result<unknown>>;
  /** Told when an answerer broke its word and rejected. */
  readonly onBug: (error: unknown) => void;
}

const maxLevels = 200;
const maxUnderWay = 256;
const hostNames: ReadonlySet<string> = new Set(hostRequestNames);
const appNames: ReadonlySet<string> = new Set(appRequestNames);
/** These take a path of the file system: from the page only a dialog of main's may name one. */
const pathless: ReadonlySet<string> = new Set(["audit.export", "trajectory.export", "trajectory.import"]);

type Answer = ReturnType<typeof fail>;

/**
 * Takes every request of every page (security.md §5.6): refuses unknown names, too large, too deep and too many, and
 * passes the rest to whoever acts on it, who parses it strictly. Never rejects; answers a Result as JSON text.
 */
export function createDispatcher(answerers: Answerers): (name: unknown, text: unknown) => Promise<string> {
  let underWay = 0;
  return async (name, text) => {
    const read = readRequest(name, text);
    if ("error" in read) return JSON.stringify(read);
    if (underWay >= maxUnderWay) {
      return JSON.stringify(
        fail(
          "resourceExhausted",
          `${read.name} was not done: ${maxUnderWay} requests are under way. Try again.`,
        ),
      );
    }
    underWay += 1;
    try {
      if (hostNames.has(read.name)) return await answerers.host(read.name, read.text);
      return JSON.stringify(await answerers.app(read.name as AppRequestName, read.params));
    } catch (error) {
      answerers.onBug(error);
      return JSON.stringify(fail("internal", `${read.name} failed inside Loopwright. Try again.`));
    } finally {
      underWay -= 1;
    }
  };
}

interface ReadRequest {
  readonly name: string;
  readonly text: string;
  readonly params: unknown;
}

function readRequest(name: unknown, text: unknown): ReadRequest | Answer {
  if (typeof name !== "string" || !(hostNames.has(name) || appNames.has(name))) {
    return fail("invalidInput", "The page asked for something Loopwright does not know.");
  }
  const bad = (why: string) => fail("invalidInput", `${name} was refused: ${why}.`);
  if (typeof text !== "string") return bad("its parameters did not come as text");
  if (text.length > maxRequestChars)
    return bad(`it is larger than ${maxRequestChars / 1_000_000} million characters`);
  if (!isNestedWithin(text, maxLevels))
    return bad(`its parameters are nested deeper than ${maxLevels} levels`);
  let params: unknown;
  try {
    params = JSON.parse(text);
  } catch {
    return bad("its parameters are no JSON");
  }
  if (typeof params !== "object" || params === null || Array.isArray(params))
    return bad("its parameters are no object");
  if (pathless.has(name) && Object.hasOwn(params, "path")) {
    return fail("denied", `${name} takes no path from the window. Choose the file in the dialog instead.`);
  }
  return { name, text, params };
}
