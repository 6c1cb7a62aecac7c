import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { hash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import type { ChangeGuard, IdentifiedCall, Repeats } from "../../protocol/index.ts";
import {
  createBackgroundHomes,
  createDurableRepeats,
  createFileGuard,
  enterInstances,
  openDatabase,
} from "./index.ts";

/** One instance as it would be in a process of its own; `die` is what a kill leaves: no lock, and nothing tidied. */
interface Process {
  readonly id: string;
  readonly repeats: Repeats;
  readonly guard: ChangeGuard;
  readonly homes: ReturnType<typeof createBackgroundHomes>;
  die(): void;
  buryDead(): string[];
}

interface Shared extends Disposable {
  readonly file: string;
  start(scope?: string): Process;
}

function openShared(): Shared {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-state-")));
  const file = join(folder, "file.txt");
  writeFileSync(file, "before");
  const ends: (() => void)[] = [];
  return {
    file,
    start: (scope = "shop ana") => {
      const database = openDatabase(join(folder, "state"));
      const instances = enterInstances(database, join(folder, "state"), "test");
      ends.push(() => database.close());
      return {
        id: instances.id,
        repeats: createDurableRepeats(database, instances, scope),
        guard: createFileGuard(database, instances, scope),
        homes: createBackgroundHomes(database, instances, scope),
        die: () => instances.close(),
        buryDead: () => instances.buryDead(),
      };
    },
    [Symbol.dispose]: () => {
      for (const end of ends) end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const hashOf = (text: string): string => `sha256:${hash("sha256", text, "hex")}`;
const answer = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });
const edit: IdentifiedCall = { id: "r1", tool: "edit_file", input: { a: 1 }, isJournaled: true };
const never = new Promise<never>(() => undefined);
const textOf = (result: CallToolResult): unknown => (result.content[0] as { text: string }).text;

/** Begins an edit in `process` that is killed right before or right after the write. */
async function killedEdit(shared: Shared, process: Process, when: "before" | "after"): Promise<void> {
  await new Promise<void>((reached, failed) => {
    const run = async (): Promise<CallToolResult> =>
      await process.guard.hold(shared.file, async (intend) => {
        const outcome = { summary: "file.txt: changed.", data: { changed: [1] } };
        const intent = { realPath: shared.file, requestId: edit.id, outcome };
        intend({
          ...intent,
          beforeHash: hashOf(readFileSync(shared.file, "utf8")),
          afterHash: hashOf("after"),
        });
        if (when === "after") writeFileSync(shared.file, "after");
        reached();
        return await never;
      });
    process.repeats.once(edit, run).catch(failed);
  });
  process.die();
}

const mustNotRun = async (): Promise<CallToolResult> => {
  throw new Error("it ran again");
};

describe("request ids on disk", () => {
  it("give the first result to every instance, and refuse another call under the same id", async () => {
    using shared = openShared();
    const [a, b] = [shared.start(), shared.start()];
    await a.repeats.once(edit, async () => answer("first"));
    expect(textOf(await b.repeats.once(edit, mustNotRun))).toBe("first");
    a.die();
    expect(textOf(await shared.start().repeats.once(edit, mustNotRun))).toBe("first");
    await expect(b.repeats.once({ ...edit, input: { a: 2 } }, mustNotRun)).rejects.toMatchObject({
      code: "invalidInput",
    });
    const other = shared.start("shop bob");
    expect(textOf(await other.repeats.once(edit, async () => answer("bob's")))).toBe("bob's");
  });

  it("stay free when the call was refused for want of room", async () => {
    using shared = openShared();
    const a = shared.start();
    const refused = {
      ...answer("busy"),
      isError: true,
      structuredContent: { error: { code: "resourceExhausted" } },
    };
    expect(textOf(await a.repeats.once(edit, async () => refused))).toBe("busy");
    expect(textOf(await shared.start().repeats.once(edit, async () => answer("done")))).toBe("done");
  });

  it("wait for a first call that runs, here or on another instance", async () => {
    using shared = openShared();
    const [a, b] = [shared.start(), shared.start()];
    let finish: (result: CallToolResult) => void = () => undefined;
    const first = a.repeats.once(
      edit,
      async () => await new Promise<CallToolResult>((resolve) => (finish = resolve)),
    );
    const repeats = [a.repeats.once(edit, mustNotRun), b.repeats.once(edit, mustNotRun)];
    finish(answer("once"));
    for (const result of await Promise.all([first, ...repeats])) expect(textOf(result)).toBe("once");
  });

  it("after a kill between write and result, answer as the call would have, and change nothing", async () => {
    using shared = openShared();
    await killedEdit(shared, shared.start(), "after");
    const b = shared.start();
    for (let i = 0; i < 2; i += 1) {
      const result = await b.repeats.once(edit, mustNotRun);
      expect(result).toMatchObject({ structuredContent: { changed: [1] } });
      expect(textOf(result)).toBe("file.txt: changed.");
    }
    expect(readFileSync(shared.file, "utf8")).toBe("after");
  });

  it("after a kill before the write, make the call, once", async () => {
    using shared = openShared();
    await killedEdit(shared, shared.start(), "before");
    const b = shared.start();
    expect(textOf(await b.repeats.once(edit, async () => answer("made now")))).toBe("made now");
    expect(textOf(await b.repeats.once(edit, mustNotRun))).toBe("made now");
  });

  it("tell a write that took place also when another edit of the file came in between", async () => {
    using shared = openShared();
    await killedEdit(shared, shared.start(), "after");
    const b = shared.start("shop bob");
    await b.guard.hold(shared.file, async () => writeFileSync(shared.file, "and later"));
    expect(textOf(await shared.start().repeats.once(edit, mustNotRun))).toBe("file.txt: changed.");
    expect(readFileSync(shared.file, "utf8")).toBe("and later");
  });

  it("say so when it cannot be told", async () => {
    using shared = openShared();
    await killedEdit(shared, shared.start(), "after");
    writeFileSync(shared.file, "by a program that asks nobody");
    const b = shared.start();
    for (let i = 0; i < 2; i += 1)
      await expect(b.repeats.once(edit, mustNotRun)).rejects.toMatchObject({ code: "outcomeUnknown" });
    const command = { id: "r2", tool: "run_command", input: {}, isJournaled: false };
    const a = shared.start();
    a.repeats.once(command, async () => await never).catch(() => undefined);
    a.die();
    await expect(b.repeats.once(command, mustNotRun)).rejects.toMatchObject({ code: "outcomeUnknown" });
  });
});

describe("file locks", () => {
  it("let one instance at a time change a file, and others at the same time other files", async () => {
    using shared = openShared();
    const processes = [shared.start(), shared.start("shop bob"), shared.start()];
    let inside = 0;
    let most = 0;
    const count = async (guard: ChangeGuard): Promise<void> => {
      for (let i = 0; i < 5; i += 1) {
        await guard.hold(shared.file, async () => {
          inside += 1;
          most = Math.max(most, inside);
          const seen = Number(readFileSync(shared.file, "utf8")) || 0;
          await new Promise((resolve) => setImmediate(resolve));
          writeFileSync(shared.file, String(seen + 1));
          inside -= 1;
        });
      }
    };
    await Promise.all(processes.map(async ({ guard }) => await count(guard)));
    expect({ most, sum: readFileSync(shared.file, "utf8") }).toEqual({ most: 1, sum: "15" });
    const [a, b] = processes;
    const both = await a?.guard.hold(
      shared.file,
      async () => await b?.guard.hold(`${shared.file}2`, async () => "both"),
    );
    expect(both).toBe("both");
  });

  it("are free again after a failure", async () => {
    using shared = openShared();
    const [a, b] = [shared.start(), shared.start()];
    const failing = a.guard.hold(shared.file, async () => await Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(await b.guard.hold(shared.file, async () => "free")).toBe("free");
  });
});

describe("work in the background", () => {
  it("is named with the instance that has it, or had it", () => {
    using shared = openShared();
    const [a, b] = [shared.start(), shared.start()];
    a.homes.note("c-1");
    expect(a.homes.elsewhere("c-1")).toBeNull();
    expect(b.homes.elsewhere("c-2")).toBeNull();
    expect(b.homes.elsewhere("c-1")?.message).toBe(
      `"c-1" runs on instance ${a.id} of the team server; this call reached ${b.id}.`,
    );
    a.die();
    expect(b.homes.elsewhere("c-1")?.message).toContain(
      `ran on instance ${a.id} of the team server, which has ended`,
    );
    expect(shared.start("shop bob").homes.elsewhere("c-1")).toBeNull();
  });
});
