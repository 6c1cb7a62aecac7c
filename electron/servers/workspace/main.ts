#!/usr/bin/env node
import { randomUUID } from "node:crypto";
import { Console } from "node:console";
import path from "node:path";
import { parseArgs } from "node:util";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { killTree, serverVariable } from "./commands/index.ts";
import { openRoot, type Root } from "./paths/index.ts";
import { createDispatch, createScope, createServer } from "./protocol/index.ts";
import { keepMemoryLow } from "./team/memory.ts";
import { createToolSet } from "./tools.ts";
import { defaultStateFolder } from "./stateFolder.ts";
import { version } from "./version.ts";

/** Enough for the whole text of the largest file that can be changed, with every character escaped. */
const maxMessageBytes = 64 * 1024 * 1024;
const usage = "Usage: loopwright-workspace --root FOLDER [--state FOLDER] [--sandbox auto|off]";

function fail(message: string): never {
  process.stderr.write(`loopwright-workspace: ${message}\n`);
  process.exit(2);
}

interface Arguments {
  readonly root: Root;
  readonly stateFolder: string;
  readonly sandbox: "auto" | "off";
}

function readArguments(): Arguments {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({ options: { root: text, state: text, sandbox: text } });
    const { sandbox = "auto" } = values;
    if (sandbox !== "auto" && sandbox !== "off") return fail(`--sandbox is auto or off. ${usage}`);
    if (values.root === undefined || values.root === "") return fail(`--root is missing. ${usage}`);
    const root = openRoot(values.root);
    const stateFolder =
      values.state === undefined ? defaultStateFolder(root.real) : path.resolve(values.state);
    return { root, stateFolder, sandbox };
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)} ${usage}`);
  }
}

async function main(): Promise<void> {
  // Standard output belongs to the protocol alone.
  globalThis.console = new Console(process.stderr);
  if (process.argv.includes("--http")) {
    keepMemoryLow();
    // Loaded only here: what serves one client over stdio needs none of it.
    const { runTeam } = await import("./team/index.ts");
    return await runTeam(process.argv.slice(2));
  }
  const scope = createScope({ ...readArguments(), serverMark: `${process.pid}-${randomUUID()}` });
  let isEnding = false;
  const end = (code: number): void => {
    if (isEnding) return;
    isEnding = true;
    scope.end();
    killTree({ pid: null, variable: serverVariable, mark: scope.serverMark });
    process.exit(code);
  };
  process.stdin.on("end", () => end(0));
  process.stdin.on("close", () => end(0));
  process.stdout.on("error", () => end(0));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(0));
  process.on("uncaughtException", (error) => {
    process.stderr.write(`loopwright-workspace: ${error.stack ?? error.message}\n`);
    end(1);
  });
  const tools = createToolSet(scope);
  const server = createServer(tools, createDispatch({ scope, tools }), version);
  const options = { maxBufferSize: maxMessageBytes };
  await server.connect(new StdioServerTransport(process.stdin, process.stdout, options));
}

main().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
