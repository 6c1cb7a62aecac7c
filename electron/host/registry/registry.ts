import path from "node:path";
import {
  fail,
  ok,
  type RegistryEntry,
  type RegistryPage,
  type Result,
} from "../../../shared/contract/index.ts";
import type { Clock } from "../ports.ts";
import { askRegistry } from "./ask.ts";
import { createKept, type Kept, type KeptAnswers } from "./kept.ts";
import { isLoose, list, text } from "./loose.ts";
import { entryOf } from "./serverJson.ts";

export interface RegistryQuery {
  readonly search?: string | undefined;
  readonly cursor?: string | undefined;
}

/** A registry of MCP servers (its API v0.1), and what was kept of its answers. Starts and adds nothing. */
export interface Registry {
  /** One page; without the network what was kept, with `offline` saying why. Never rejects. */
  search(baseUrl: string, query: RegistryQuery): Promise<Result<RegistryPage>>;
  /** Everything that was kept of a registry's answers; asks nobody. Never rejects. */
  kept(baseUrl: string): Promise<readonly RegistryEntry[]>;
}

const PAGE = 30;

const addressOf = (baseUrl: string, { search, cursor }: RegistryQuery): URL | null => {
  const base = URL.parse(baseUrl.trim().replace(/\/+$/, ""));
  if (base === null || !/^https?:$/.test(base.protocol) || base.username !== "" || base.password !== "")
    return null;
  const url = new URL(`${base.origin}${base.pathname.replace(/\/+$/, "")}/v0.1/servers`);
  url.searchParams.set("limit", String(PAGE));
  url.searchParams.set("version", "latest");
  if (search !== undefined && search.trim() !== "") url.searchParams.set("search", search.trim());
  if (cursor !== undefined) url.searchParams.set("cursor", cursor);
  return url;
};

const pageOf = ({ body, readAt }: Pick<Kept, "body" | "readAt">, from: string): RegistryPage | null => {
  if (!isLoose(body) || !Array.isArray(body["servers"])) return null;
  const entries = list(body, "servers").flatMap((item) => entryOf(item, from) ?? []);
  const metadata = isLoose(body["metadata"]) ? body["metadata"] : {};
  const nextCursor = text(metadata, "nextCursor", 2000);
  return { entries, ...(nextCursor === undefined ? {} : { nextCursor }), from, readAt };
};

const fits = ({ name, title, description }: RegistryEntry, search: string): boolean =>
  [name, title ?? "", description].some((one) => one.toLowerCase().includes(search.toLowerCase()));

/** Pages of one registry that were kept, put together: what can be searched without it. */
const fromKept = async (
  kept: KeptAnswers,
  url: URL,
  from: string,
  search: string,
): Promise<RegistryPage | null> => {
  const same = `${url.origin}${url.pathname}?`;
  const pages = (await kept.all())
    .filter((one) => one.url.startsWith(same))
    .flatMap((one) => pageOf(one, from) ?? []);
  const [newest] = pages;
  if (newest === undefined) return null;
  const entries = new Map<string, RegistryEntry>();
  for (const entry of pages.flatMap((page) => page.entries))
    if (!entries.has(entry.name) && fits(entry, search)) entries.set(entry.name, entry);
  return {
    entries: [...entries.values()].slice(0, 200),
    from,
    readAt: Math.min(...pages.map((one) => one.readAt)),
  };
};

const noRegistry = (baseUrl: string): Result<never> =>
  fail(
    "invalidInput",
    `"${baseUrl}" is no address of a registry. Write one that starts with https:// into the settings.`,
    { key: "registryAddress", params: { url: baseUrl } },
  );

/** Makes the room; answers are kept below `dataDir`. */
export const createRegistry = (dataDir: string, clock: Clock): Registry => {
  const kept = createKept(path.join(dataDir, "registry"));
  return {
    kept: async (baseUrl) => {
      const url = addressOf(baseUrl, {});
      return url === null ? [] : ((await fromKept(kept, url, baseUrl.trim(), ""))?.entries ?? []);
    },
    search: async (baseUrl, query) => {
      const url = addressOf(baseUrl, query);
      if (url === null) return noRegistry(baseUrl);
      const from = baseUrl.trim().replace(/\/+$/, "");
      const answer = await askRegistry(url);
      if (answer.ok) {
        const read = { url: url.href, readAt: clock.now(), body: answer.value };
        const page = pageOf(read, from);
        if (page === null)
          return fail(
            "unreachable",
            `${url.host} answered, but not as a registry of MCP servers does. Check the registry's address in the settings.`,
            { key: "registryOther", params: { host: url.host } },
          );
        await kept.put(read);
        return ok(page);
      }
      const same = await kept.get(url.href);
      const page =
        (same === null ? null : pageOf(same, from)) ??
        (query.cursor === undefined ? await fromKept(kept, url, from, (query.search ?? "").trim()) : null);
      return page === null ? answer : ok({ ...page, offline: answer.error });
    },
  };
};
