import { execFileSync } from "node:child_process";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifies } from "../../verifies.ts";
import { faultyCalls, faultyFiles } from "./faultyCalls.ts";
import { fix, type FixerCall } from "./fixer.ts";
import { startWorkspaceServer, type WorkspaceServer } from "./workspaceServer.ts";

const furtherCalls = 2;

let server: WorkspaceServer;
let tools: Tool[];

beforeAll(async () => {
  server = await startWorkspaceServer(faultyFiles);
  const git = (...args: string[]): void => {
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...args], { cwd: server.root });
  };
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--no-verify", "-m", "first");
  tools = (await server.client.listTools()).tools;
}, 60_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const hasTool = (name: string): boolean => tools.some((tool) => tool.name === name);

/** What a tool needs to have happened before: a command to ask for, a change to undo. */
async function prepare(name: string): Promise<void> {
  for (const [path, content] of Object.entries(faultyFiles)) server.put(path, content);
  if (["command_output", "stop_command"].includes(name))
    await server.call("run_program", { program: "node", args: ["--version"] });
  if (name === "undo_change")
    await server.call("edit_file", { path: "src/app.ts", old_str: "const other", new_str: "const more" });
}

/** Plays a faulty call and then only what the words of each failure say. Gives the story, for a message. */
async function recover(first: FixerCall): Promise<{ last: FixerCall; isDone: boolean; story: string }> {
  const names = tools.map((tool) => tool.name);
  const story: string[] = [];
  let call = first;
  for (let made = 0; ; made += 1) {
    const { isError, text } = await server.call(call.name, { ...call.input });
    story.push(`${call.name} ${JSON.stringify(call.input)}\n  -> ${text.slice(0, 400)}`);
    if (!isError) return { last: call, isDone: made > 0, story: story.join("\n") };
    const next = made < furtherCalls ? fix(call, text, names) : null;
    if (next === null) return { last: call, isDone: false, story: story.join("\n") };
    call = next;
  }
}

describe("recovery by the words of a failure alone", () => {
  verifies(["TOOL-06"], "every tool that is listed has faulty calls here", () => {
    const without = tools.map((tool) => tool.name).filter((name) => (faultyCalls[name] ?? []).length === 0);
    expect(without, "add a faulty call for each to faultyCalls.ts").toEqual([]);
  });

  for (const [name, faults] of Object.entries(faultyCalls)) {
    verifies(
      ["TOOL-06"],
      `${name}: ${faults.map(({ fault }) => fault).join("; ")}`,
      async () => {
        expect(hasTool(name), `${name} is listed`).toBe(true);
        for (const { fault, input, endsWith = name } of faults) {
          await prepare(name);
          const { last, isDone, story } = await recover({ name, input });
          expect(isDone ? last.name : "not recovered", `${fault}:\n${story}`).toBe(endsWith);
        }
      },
      60_000,
    );
  }

  it("fails for words that name no way on", () => {
    const call = { name: "read_file", input: { path: "a.ts" } };
    expect(fix(call, "Something went wrong.", ["read_file", "list_files"])).toBeNull();
    expect(fix(call, "There is no a.ts.\n\nTry again.", ["read_file", "list_files"])).toBeNull();
  });
});

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (let i = 0; i < b.length; i += 1)
      next.push(
        Math.min((next[i] ?? 0) + 1, (row[i + 1] ?? 0) + 1, (row[i] ?? 0) + (letter === b[i] ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

const propertiesOf = (tool: Tool): [string, Record<string, unknown>][] =>
  Object.entries(tool.inputSchema.properties ?? {}) as [string, Record<string, unknown>][];

describe("what a model reads of each tool", () => {
  verifies(["TOOL-07"], "severity, hints and time limit are declared and agree", () => {
    for (const { name, annotations, _meta: meta, title } of tools) {
      const severity = meta?.["loopwright/severity"];
      expect(["L1", "L2", "L3"], name).toContain(severity);
      expect(annotations?.readOnlyHint, name).toBe(severity === "L1");
      if (severity === "L1") expect(annotations?.destructiveHint, name).toBe(false);
      expect(typeof annotations?.idempotentHint, name).toBe("boolean");
      expect(typeof annotations?.openWorldHint, name).toBe("boolean");
      expect(meta?.["loopwright/timeoutMs"], name).toBeGreaterThan(0);
      expect(title, name).toMatch(/^[A-Z].{2,40}$/);
    }
  });

  it("the description says when to use it and what its limits are, at a length that is read", () => {
    const problems = tools.flatMap(({ name, description = "" }) => [
      ...(description.length < 120 ? [`${name}: shorter than 120 characters`] : []),
      ...(description.length > 700 ? [`${name}: longer than 700 characters`] : []),
      ...(/\b[Uu]se (?:it|this)\b|\b[Rr]ight tool\b|\buse (?:it )?(?:when|to|only)\b|,? use [a-z]+_[a-z]+/.test(
        description,
      )
        ? []
        : [`${name}: says neither when to use it nor what to use instead`]),
      ...(/\d|\bonly\b|\bnever\b|\bnot\b|\bnothing\b|\bat most\b/i.test(description)
        ? []
        : [`${name}: names no limit`]),
    ]);
    expect(problems).toEqual([]);
  });

  it("every parameter is described, with an example that its own type allows", () => {
    const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
      string: (value) => typeof value === "string",
      integer: (value) => Number.isInteger(value),
      number: (value) => typeof value === "number",
      boolean: (value) => typeof value === "boolean",
      array: (value) => Array.isArray(value),
      object: (value) => typeof value === "object",
    };
    const problems = tools.flatMap((tool) =>
      propertiesOf(tool).flatMap(([field, { description, examples, type }]) => {
        const where = `${tool.name}.${field}`;
        const all = Array.isArray(examples) ? examples : [];
        const fits = kinds[String(type)] ?? (() => true);
        return [
          ...((typeof description === "string" ? description : "").length < 15
            ? [`${where}: not described`]
            : []),
          ...(all.length === 0 ? [`${where}: no example`] : []),
          ...(all.every(fits) ? [] : [`${where}: an example is no ${String(type)}`]),
        ];
      }),
    );
    expect(problems).toEqual([]);
    expect(tools.filter((tool) => propertiesOf(tool).length > 9).map((tool) => tool.name)).toEqual([]);
  });

  it("no two names are nearly the same, and none reads like another with its words turned round", () => {
    const names = tools.map((tool) => tool.name);
    for (const name of names) expect(name).toMatch(/^[a-z]+(?:_[a-z]+)+$/);
    const near = names.flatMap((a, at) => names.slice(at + 1).filter((b) => distance(a, b) <= 2));
    expect(near).toEqual([]);
    const sorted = names.map((name) => name.split("_").toSorted().join("_"));
    expect(new Set(sorted).size).toBe(names.length);
  });

  it("the list is the same each time, in every server", async () => {
    const again = (await server.client.listTools()).tools;
    expect(again).toEqual(tools);
    await using other = await startWorkspaceServer(faultyFiles);
    const names = (await other.client.listTools()).tools.map((tool) => tool.name);
    const own = tools.map((tool) => tool.name);
    expect(names.filter((name) => own.includes(name))).toEqual(own.filter((name) => names.includes(name)));
  });
});
