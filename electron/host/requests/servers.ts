import { homedir } from "node:os";
import {
  fail,
  ok,
  type Handlers,
  type JsonObject,
  type Result,
  type ServerDefinition,
} from "../../../shared/contract/index.ts";
import { removeUnused } from "../bundles/index.ts";
import { findConfigs, readConfig } from "../serverImport/index.ts";
import { draft } from "../sessions/index.ts";
import { inspectHandlers } from "./inspect.ts";
import type { Rooms } from "./rooms.ts";

/** Largest resource or prompt that goes to the page, in bytes of its JSON. */
const MAX_SHOWN_BYTES = 12_000_000;

/** Puts a person's reading in the log before it is shown; what is too large to show is refused, not cut. */
const noted = async (
  rooms: Rooms,
  read: Result<JsonObject>,
  what: "resource" | "prompt",
  from: { readonly serverId: Parameters<Handlers["server.stop"]>[0]["serverId"]; readonly name: string },
): Promise<Result<JsonObject>> => {
  if (!read.ok) return read;
  const bytes = Buffer.byteLength(JSON.stringify(read.value));
  await rooms.note(draft("server.read", { serverId: from.serverId, what, name: from.name, bytes }));
  if (bytes <= MAX_SHOWN_BYTES) return read;
  return fail("resourceExhausted", `"${from.name}" is ${bytes} bytes long, too much to be shown here.`, {
    key: "tooLargeToShow",
    params: { name: from.name, bytes },
  });
};

const completion = (raw: JsonObject): { values: string[]; hasMore: boolean } => {
  const { completion: given } = raw;
  const found = typeof given === "object" && given !== null ? (given as JsonObject) : {};
  const values = Array.isArray(found["values"]) ? (found["values"] as unknown[]) : [];
  return {
    values: values.filter((value) => typeof value === "string").slice(0, 100),
    hasMore: found["hasMore"] === true,
  };
};

const folderOf = ({ transport }: Pick<ServerDefinition, "transport">): string | undefined =>
  transport.kind === "stdio" ? transport.cwd : undefined;

/** Removes a server, and the unpacked bundle it came from once nobody else works in it. */
const removeServer = async (
  { servers, bundles }: Rooms,
  { serverId }: Parameters<Handlers["server.remove"]>[0],
): Promise<Result<null>> => {
  const definition = servers.definition(serverId);
  const removed = await servers.remove(serverId);
  if (removed.ok && definition.ok && definition.value.origin?.kind === "bundle")
    await removeUnused(bundles, folderOf(definition.value), servers.list().map(folderOf));
  return removed;
};

const setLogLevel = async (
  { servers }: Rooms,
  { serverId, level }: Parameters<Handlers["server.setLogLevel"]>[0],
): Promise<Result<null>> => {
  const done = await servers.ask(serverId, "logging/setLevel", { level });
  return done.ok ? ok(null) : done;
};

/** What a person does with servers: manage them, browse what they offer, answer what they ask. */
export const serverHandlers = (rooms: Rooms) => {
  const { byHand, servers, serverAsks } = rooms;
  return {
    "server.add": (definition) => Promise.resolve(servers.add(definition)),
    "server.update": ({ serverId, definition }) => servers.update(serverId, definition),
    "server.remove": (input) => removeServer(rooms, input),
    "server.list": () => Promise.resolve(ok(servers.list())),
    "server.start": ({ serverId }) => servers.start(serverId),
    "server.stop": ({ serverId }) => servers.stop(serverId),
    "server.log": ({ serverId }) => Promise.resolve(servers.log(serverId)),
    "server.setLogLevel": (input) => setLogLevel(rooms, input),
    "server.callTool": (input) => byHand.call(input),
    ...inspectHandlers(rooms),
    "server.readConfig": ({ text }) => Promise.resolve(ok(readConfig(text, "any", { kind: "paste" }))),
    "server.findConfigs": async () =>
      ok(
        await findConfigs({
          platform: process.platform,
          home: homedir(),
          env: process.env,
          workspaces: rooms.workspaces.list().map(({ path }) => path),
        }),
      ),
    "server.signIn": ({ serverId }) => servers.signIn(serverId),
    "server.signOut": ({ serverId }) => servers.signOut(serverId),
    "server.offers": ({ serverId }) => servers.offers(serverId),
    "server.readResource": async ({ serverId, uri }) =>
      noted(rooms, await servers.ask(serverId, "resources/read", { uri }), "resource", {
        serverId,
        name: uri,
      }),
    "server.getPrompt": async ({ serverId, name, arguments: given }) =>
      noted(
        rooms,
        await servers.ask(serverId, "prompts/get", {
          name,
          ...(given === undefined ? {} : { arguments: given }),
        }),
        "prompt",
        { serverId, name },
      ),
    "server.subscribe": async ({ serverId, uri, isOn }) => {
      const method = isOn ? "resources/subscribe" : "resources/unsubscribe";
      const done = await servers.ask(serverId, method, { uri });
      return done.ok ? ok(null) : done;
    },
    "server.complete": async ({ serverId, ref, argument, context }) => {
      const asked =
        ref.kind === "prompt"
          ? { type: "ref/prompt", name: ref.name }
          : { type: "ref/resource", uri: ref.name };
      const params = { ref: asked, argument, ...(context ? { context: { arguments: context } } : {}) };
      const given = await servers.ask(serverId, "completion/complete", params);
      return given.ok ? ok(completion(given.value)) : given;
    },
    "serverAsk.list": () => Promise.resolve(ok(serverAsks.list())),
    "serverAsk.answer": (answer) => serverAsks.answer(answer),
  } satisfies Partial<Handlers>;
};
