import { expect } from "vitest";
import { fail, ok, type JsonObject, type Remark, type Result } from "../../../../shared/contract/index.ts";
import { verifies } from "../../../../test/verifies.ts";
import type { McpConnection, ServerHello } from "../types.ts";
import { LogLevelChoice } from "./logLevel.ts";

const hello = (more: Partial<ServerHello> = {}): ServerHello => ({
  protocolVersion: "2025-11-25",
  serverVersion: "s 1",
  instructions: null,
  capabilities: { logging: {} },
  ...more,
});
const about = { server: "s", hello: hello() };
const yes = async (): Promise<Result<JsonObject>> => ok({});
const refusal = fail("invalidInput", "no", {
  key: "callRefused",
  params: { tool: "t", reason: "no.", code: -1 },
});
const answering = (answer: Result<JsonObject>): McpConnection => ({ ask: async () => answer }) as never;

verifies(
  ["MCP-02"],
  "of two levels asked for at once the later one counts, however they are answered",
  async () => {
    const choice = new LogLevelChoice();
    const late = Promise.withResolvers<Result<JsonObject>>();
    const first = choice.choose(about, { level: "debug" }, () => late.promise);
    expect(await choice.choose(about, { level: "alert" }, yes)).toEqual(ok({}));
    late.resolve(ok({}));
    await first;
    expect(choice.of(hello())).toBe("alert");
  },
);

verifies(
  ["MCP-02"],
  "a level that is refused changes nothing, and the failure says why and what to do",
  async () => {
    const choice = new LogLevelChoice();
    await choice.choose(about, { level: "error" }, yes);
    expect(await choice.choose(about, { level: "debug" }, async () => refusal)).toMatchObject({
      error: { code: "invalidInput", key: "logLevelRefused", params: { server: "s", reason: "no" } },
    });
    const silence = fail("timedOut", "late", { params: { seconds: 2 } });
    expect(await choice.choose(about, { level: "debug" }, async () => silence)).toMatchObject({
      error: { code: "timedOut", key: "logLevelUnanswered", params: { server: "s", seconds: 2 } },
    });
    expect(choice.of(hello())).toBe("error");
  },
);

verifies(
  ["MCP-02", "MCP-06"],
  "a new process that refuses the level ends the choice with a word; one that went away keeps it for the next",
  async () => {
    const choice = new LogLevelChoice();
    await choice.choose(about, { level: "error" }, yes);
    const warned: Remark[] = [];
    const again = async (answer: Result<JsonObject>): Promise<boolean> =>
      choice.again(hello(), answering(answer), (what) => warned.push(what));
    expect(await again(fail("unreachable", "gone"))).toBe(false);
    expect(choice.of(hello())).toBe("error");
    expect(await again(refusal)).toBe(true);
    expect(choice.of(hello())).toBeNull();
    expect(warned).toMatchObject([
      { key: "levelOver", params: { level: "error" }, cause: { code: "invalidInput" } },
    ]);
    expect(await again(refusal)).toBe(false);
  },
);

verifies(
  ["MCP-02"],
  "no level is told of a server that cannot log; else the first one of its protocol",
  async () => {
    const choice = new LogLevelChoice();
    expect(choice.of(hello({ logLevel: "info" }))).toBe("info");
    expect(choice.of(hello({ logLevel: "info", capabilities: {} }))).toBeNull();
    expect(choice.of(null)).toBeNull();
    await choice.choose(about, { level: "error" }, yes);
    expect(choice.of(hello({ logLevel: "info" }))).toBe("error");
    expect(choice.of(hello({ capabilities: { logging: null } }))).toBeNull();
  },
);
