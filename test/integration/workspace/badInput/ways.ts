import {
  chmodSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { answerOf, type Answer } from "../../../../electron/servers/workspace/testing/testWorkspace.ts";
import { openTeam } from "../../team/teamServer.ts";

const program = join(import.meta.dirname, "../../../../electron/servers/workspace/main.ts");
const nobody = 65_534;
const callMs = 120_000;

/** One server process, spoken to by the public SDK's client: over stdio, or over HTTP with a token. */
export interface Way {
  readonly name: "stdio" | "http";
  readonly root: string;
  /** A folder beside the root. */
  readonly outside: string;
  /** Folder in which the server keeps everything of its own. */
  readonly state: string;
  readonly pid: number;
  call(tool: string, input: Record<string, unknown>): Promise<Answer>;
  /** Names of the tools that are listed now. */
  tools(): Promise<string[]>;
}

/** How servers are started and what they find. */
interface WayOptions {
  /** Files of the root. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** Runs before the server starts. */
  readonly prepare?: (place: {
    readonly root: string;
    readonly outside: string;
    readonly state: string;
  }) => void;
  /** Runs when the server has ended, before its folders are removed. */
  readonly tidy?: (place: { readonly root: string; readonly state: string }) => void;
  readonly env?: Record<string, string>;
  /** The server runs as a user who is not root, and owns what is not given to root. */
  readonly asNobody?: boolean;
  /** Programs that may be run over HTTP beside the usual ones. */
  readonly programs?: readonly string[];
}

const usualPrograms = ["node", "cat", "git", "npm", "make"];

/** A program that starts the server without root's rights, which make permissions mean nothing. */
function writeLauncher(folder: string): string {
  const launcher = join(folder, "launcher");
  const drop = `if (process.getuid() === 0) { process.setgroups([]); process.setgid(${nobody}); process.setuid(${nobody}); }`;
  const code = `${drop} await import(${JSON.stringify(program)});`;
  const quoted = [process.execPath, "--input-type=module", "-e", code, "--"].map((word) => `'${word}'`);
  writeFileSync(launcher, `#!/bin/sh\nexec ${quoted.join(" ")} "$@"\n`);
  chmodSync(launcher, 0o755);
  return launcher;
}

function giveAway(path: string): void {
  const stat = lstatSync(path);
  lchownSync(path, nobody, nobody);
  if (stat.isDirectory()) for (const name of readdirSync(path)) giveAway(join(path, name));
}

function layOut(options: WayOptions, root: string, outside: string, state: string, owned: string): void {
  for (const folder of [root, outside, state]) mkdirSync(folder, { recursive: true });
  for (const [path, content] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  options.prepare?.({ root, outside, state });
  if (options.asNobody !== true || process.getuid?.() !== 0) return;
  chmodSync(owned, 0o755);
  giveAway(owned);
}

type Open = Way & AsyncDisposable;

async function openStdio(options: WayOptions): Promise<Open> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-bad-")));
  const [root, outside, state] = [join(base, "ws"), join(base, "out"), join(base, "state")];
  layOut(options, root, outside, state, base);
  const isNobody = options.asNobody === true;
  const [command, first] = isNobody ? [writeLauncher(base), []] : [process.execPath, [program]];
  const env = { PATH: process.env["PATH"] ?? "", HOME: base, ...options.env };
  const transport = new StdioClientTransport({
    command,
    args: [...first, "--root", root, "--state", state],
    env,
  });
  const client = new Client({ name: "bad-input", version: "1" });
  await client.connect(transport);
  return {
    name: "stdio",
    root,
    outside,
    state,
    pid: transport.pid ?? 0,
    call: async (name, input) => {
      const result: Record<string, unknown> = await client.callTool({ name, arguments: input }, undefined, {
        timeout: callMs,
      });
      return answerOf(result);
    },
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    [Symbol.asyncDispose]: async () => {
      await client.close();
      options.tidy?.({ root, state });
      rmSync(base, { recursive: true, force: true });
    },
  };
}

async function openHttp(options: WayOptions): Promise<Open> {
  const team = await openTeam();
  const [root, outside] = [team.root("shop"), join(team.folder, "out")];
  const programs = [...usualPrograms, ...(options.programs ?? [])];
  // `**` leaves names with a dot out, as a policy should.
  const grant = { write: ["**", "**/.*"], programs, shell: true };
  team.writePolicy({
    ...team.policy,
    projects: { shop: { root: "../shop", environment: options.env ?? {} } },
    identities: [{ match: { subject: "ana" }, projects: { shop: grant } }],
  });
  const launcher = options.asNobody === true ? { program: writeLauncher(team.folder) } : {};
  layOut(options, root, outside, team.state, team.folder);
  const instance = await team.start({
    ...launcher,
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  const ana = await team.connect(instance, "shop", "ana");
  return {
    name: "http",
    root,
    outside,
    state: team.state,
    pid: instance.child.pid ?? 0,
    call: async (name, input) => await ana.call(name, input),
    tools: async () => (await ana.client.listTools()).tools.map((tool) => tool.name),
    [Symbol.asyncDispose]: async () => {
      await ana.close();
      await instance.end();
      options.tidy?.({ root, state: team.state });
      await team[Symbol.asyncDispose]();
    },
  };
}

/** The same workspace twice, served over stdio and over HTTP. */
export async function openWays(
  options: WayOptions = {},
): Promise<AsyncDisposable & { readonly all: readonly Way[] }> {
  const stack = new AsyncDisposableStack();
  try {
    const stdio = stack.use(await openStdio(options));
    const http = stack.use(await openHttp(options));
    const opened = stack.move();
    return { all: [stdio, http], [Symbol.asyncDispose]: async () => await opened.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}
