import { afterEach, beforeEach, describe, expect } from "vitest";
import type { AskAnswer } from "../../../electron/host/mcp/index.ts";
import type { ServerId } from "../../../shared/contract/index.ts";
import { verifies } from "../../verifies.ts";
import { startManager, textOf, until, type TestManager } from "./support.ts";

const LIMIT_MS = 400;
const yes: AskAnswer = { kind: "answered", result: { action: "accept", content: { yes: true } } };

describe("calls that wait for something else than their server", () => {
  let at: TestManager;
  let id: ServerId;
  /** Answers for the person, who takes longer than a call may be silent. */
  let answer: (() => void) | null;

  beforeEach(async () => {
    answer = null;
    const elicit = (): Promise<AskAnswer> =>
      new Promise((resolve) => {
        answer = () => resolve(yes);
      });
    const sample = (): Promise<AskAnswer> => Promise.resolve({ kind: "refused", reason: "no" });
    at = startManager({ asks: () => ({ elicit, sample }) });
    id = await at.ready("tasks");
  });
  afterEach(() => at[Symbol.asyncDispose]());

  const heard = (): Promise<string> => at.text(id, "said");
  const called = async (tool: string): ReturnType<TestManager["call"]> =>
    at.call(id, tool, {}, { timeoutMs: LIMIT_MS });

  for (const tool of ["asks", "slowPerson"])
    verifies("MCP-02", `the time that a person takes to answer is not the call's (${tool})`, async () => {
      const startedAt = performance.now();
      const call = called(tool);
      await until("the person is asked", () => answer !== null);
      await until("the limit of the call is long over", () => performance.now() - startedAt > 3 * LIMIT_MS);
      answer?.();
      const result = await call;
      expect(result.ok ? textOf(result.value.content) : result.error.message).toBe("answered: accept");
    });

  verifies(
    "MCP-02",
    "a task that is not told of any more is given up and cancelled at its server",
    async () => {
      expect(await called("hangs")).toMatchObject({ ok: false, error: { code: "timedOut" } });
      await until("it is cancelled", async () => (await heard()).includes("tasks/cancel hangs"));
    },
  );

  verifies("MCP-02", "a task that its server forgot fails in the server's words", async () => {
    expect(await called("expires")).toMatchObject({
      error: { code: "invalidInput", message: "There is no such task any more." },
    });
  });

  verifies(
    "MCP-02",
    "a task is asked after ten times a second at most, whatever pace its server names",
    async () => {
      const call = called("asks");
      await until("it is asked after", async () => (await heard()).split("tasks/get").length > 4);
      const from = performance.now();
      const before = (await heard()).split("tasks/get").length;
      await until("a second is over", () => performance.now() - from > 1000);
      const more = (await heard()).split("tasks/get").length - before;
      expect(more).toBeLessThanOrEqual((performance.now() - from) / 100 + 1);
      answer?.();
      await call;
    },
  );

  verifies("MCP-02", "a task of a server that ends in the middle fails as unknown", async () => {
    const call = at.call(id, "asks", {}, { timeoutMs: 600_000 });
    await until("the person is asked", () => answer !== null);
    process.kill(at.info(id).pid ?? 0, "SIGKILL");
    expect(await call).toMatchObject({ ok: false, error: { code: "unreachable" } });
  });
});
