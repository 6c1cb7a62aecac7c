import {
  ok,
  type Failure,
  type JsonObject,
  type Remark,
  type Result,
  type ServerOffers,
} from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
import { MAX_ITEMS, readPages } from "../pages.ts";
import { isJsonObject } from "../schema/index.ts";
import { parsePrompt, parseResource, parseTemplate } from "./parse.ts";

/** Sends one request; a failure is data. */
export type Ask = (method: string, params: JsonObject) => Promise<Result<JsonObject>>;

/** A list that could not be read, on its way out of the pages. */
class Unread extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

type List = Parameters<typeof readPages>[0];

const lists = {
  resources: { what: "resource list", method: "resources/list", key: "resources" },
  templates: { what: "template list", method: "resources/templates/list", key: "resourceTemplates" },
  prompts: { what: "prompt list", method: "prompts/list", key: "prompts" },
} as const;

const listOf = async <T>(
  ask: Ask,
  list: List,
  parse: (entry: unknown) => T | null,
  problems: Remark[],
): Promise<T[]> => {
  const found: T[] = [];
  let unread = 0;
  const page = async (cursor: string | undefined): Promise<unknown> => {
    const answer = await ask(list.method, cursor === undefined ? {} : { cursor });
    if (!answer.ok) throw new Unread(answer.error);
    return answer.value;
  };
  try {
    const warnings = await readPages(list, page, (entries) => {
      for (const entry of entries) {
        const item = parse(entry);
        if (item === null) unread++;
        else found.push(item);
      }
      return found.length;
    });
    problems.push(...warnings);
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    problems.push(remark("listUnread", { list: list.what, cause: error.failure }));
  }
  if (unread > 0) problems.push(remark("listUnusable", { count: unread, list: list.what }));
  return found.slice(0, MAX_ITEMS);
};

/**
 * What a server offers beside tools: resources, their templates, prompts. Each entry is read alone, and a list that
 * fails costs no other; what was odd is told in `problems` (MCP-02, MCP-04).
 */
export const readOffers = async (ask: Ask, capabilities: JsonObject): Promise<Result<ServerOffers>> => {
  const problems: Remark[] = [];
  const read = async <T>(
    capability: string,
    list: List,
    parse: (entry: unknown) => T | null,
  ): Promise<T[]> => (isJsonObject(capabilities[capability]) ? listOf(ask, list, parse, problems) : []);
  const resources = await read("resources", lists.resources, parseResource);
  const templates = await read("resources", lists.templates, parseTemplate);
  const prompts = await read("prompts", lists.prompts, parsePrompt);
  return ok({ resources, templates, prompts, problems });
};
