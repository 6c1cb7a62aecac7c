import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { startIssuer, type Issuer } from "./issuer.ts";

const source = join(import.meta.dirname, "../../../electron/servers/workspace/main.ts");

/** The parts of a tool result that tests look at. */
export interface TeamAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly meta: Record<string, unknown>;
  /** `error.code` of a failed call, else an empty string. */
  readonly code: string;
}

/** What a call may carry beside its arguments. */
export interface TeamCallOptions {
  readonly requestId?: string;
  readonly meta?: Record<string, unknown>;
  readonly signal?: AbortSignal;
}

/** A connected client of the public SDK. */
export interface TeamClient {
  readonly client: Client;
  call(name: string, input: Record<string, unknown>, options?: TeamCallOptions): Promise<TeamAnswer>;
  close(): Promise<void>;
}

/** One line of the server's log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly event: string };

/** A running server process. */
export interface Instance {
  readonly url: string;
  readonly id: string;
  readonly child: ChildProcess;
  readonly log: readonly LogLine[];
  /** Everything it wrote to standard error, as it is. */
  stderr(): string;
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>;
  /** Asks it to end, and resolves once it has and everything it wrote is in `log`: a line may come after its answer. */
  end(): Promise<void>;
  /** Waits for a line of the log; rejects at the deadline. */
  logged(event: string, deadlineMs?: number): Promise<LogLine>;
}

/** A folder with two projects, a policy and an issuer, and as many instances of the server as a test starts. */
export interface Team extends AsyncDisposable {
  readonly folder: string;
  readonly state: string;
  readonly policyFile: string;
  readonly issuer: Issuer;
  readonly policy: Record<string, unknown>;
  root(project: string): string;
  put(project: string, path: string, content: string): void;
  read(project: string, path: string): string;
  writePolicy(policy: unknown): void;
  start(options?: StartOptions): Promise<Instance>;
  connect(instance: Instance, project: string, subject: string): Promise<TeamClient>;
}

/** How a server is started. */
export interface StartOptions {
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  /** Another program than this source, by its path. */
  readonly program?: string;
}

function codeOf(data: Record<string, unknown>): string {
  const error = data["error"];
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

function answerOf(result: Record<string, unknown>): TeamAnswer {
  const [first] = (result["content"] ?? []) as { text?: string }[];
  const data = (result["structuredContent"] ?? {}) as Record<string, unknown>;
  const meta = (result["_meta"] ?? {}) as Record<string, unknown>;
  return { isError: result["isError"] === true, text: first?.text ?? "", data, meta, code: codeOf(data) };
}

/**
 * Makes what waits for an answer fail when its server is killed in the middle of it: the SDK only reports the cut-off
 * body, and lets the call run into its time limit.
 */
function failsWhenCutOff(client: Client): <T>(answer: Promise<T>) => Promise<T> {
  const waiting = new Set<(error: Error) => void>();
  client.onerror = (error) => {
    if (error.message.startsWith("SSE stream disconnected")) for (const fail of waiting) fail(error);
  };
  return async (answer) => {
    const { promise: cutOff, reject } = Promise.withResolvers<never>();
    waiting.add(reject);
    try {
      return await Promise.race([answer, cutOff]);
    } finally {
      waiting.delete(reject);
    }
  };
}

/** Connects a client with a token. Its calls reject when the connection ends before their answer. */
export async function connectClient(url: string, token: string): Promise<TeamClient> {
  const client = new Client({ name: "team-test", version: "1" });
  const orCutOff = failsWhenCutOff(client);
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await orCutOff(client.connect(transport));
  return {
    client,
    close: async () => await client.close(),
    call: async (name, input, options = {}) => {
      const meta = {
        ...options.meta,
        ...(options.requestId === undefined ? {} : { "loopwright/requestId": options.requestId }),
      };
      const params = { name, arguments: input, ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }) };
      const settings = {
        timeout: 120_000,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      };
      return answerOf(await orCutOff(client.callTool(params, undefined, settings)));
    },
  };
}

const listeningMs = 45_000;

async function startInstance(args: readonly string[], options: StartOptions): Promise<Instance> {
  const [command, first] =
    options.program === undefined ? [process.execPath, [source]] : [options.program, []];
  const child = spawn(command, [...first, ...args], {
    env: { PATH: process.env["PATH"] ?? "", HOME: tmpdir(), ...options.env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const log: LogLine[] = [];
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stderr }).on("line", (line) => {
    lines.push(line);
    if (line.startsWith("{")) log.push(JSON.parse(line) as LogLine);
    for (const look of waiting) look();
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => {
      resolve(code);
      for (const look of waiting) look();
    });
  });
  const closed = once(child, "close");
  const stderr = (): string => lines.join("\n");
  const logged = async (event: string, deadlineMs = listeningMs): Promise<LogLine> =>
    await new Promise((resolve, reject) => {
      const fail = (why: string): void => {
        waiting.delete(look);
        clearTimeout(timer);
        reject(new Error(`no ${event}: ${why}\n${stderr()}`));
      };
      const timer = setTimeout(() => fail(`not within ${deadlineMs} ms`), deadlineMs);
      const look = (): void => {
        const found = log.findLast((line) => line.event === event);
        if (found === undefined) return child.exitCode === null ? undefined : fail("the server has ended");
        waiting.delete(look);
        clearTimeout(timer);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const listening = await logged("server.listening");
  return {
    url: String(listening["url"]),
    id: String(listening["instance"]),
    child,
    log,
    stderr,
    exited,
    logged,
    end: async () => {
      child.kill("SIGTERM");
      await closed;
    },
  };
}

/**
 * Two projects, `shop` and `blog`, and two identities: `ana` works in shop (writes `src/`, runs node and shell lines),
 * `bob` in blog (writes `posts/`, runs nothing) and, as one of the `reviewers`, may look at shop.
 */
export function usualPolicy(issuer: Issuer, limits: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    version: 1,
    auth: { issuer: issuer.issuer, audience: issuer.audience, jwks: { url: issuer.jwksUrl } },
    limits,
    projects: {
      shop: { root: "shop", environment: { SHOP_MODE: "test" } },
      blog: { root: "blog" },
    },
    identities: [
      {
        match: { subject: "ana" },
        projects: { shop: { write: ["src/**", "!src/locked/**"], programs: ["node"], shell: true } },
      },
      {
        match: { subject: "bob" },
        projects: { blog: { write: ["posts/**"] }, shop: { write: ["src/bob/**"] } },
      },
      { match: { group: "reviewers" }, projects: { shop: {} } },
    ],
  };
}

/** Lays it all out in a fresh folder; no server runs yet. */
export async function openTeam(limits: Record<string, unknown> = {}): Promise<Team> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-team-")));
  const issuer = await startIssuer();
  const policyFile = join(folder, "policy", "policy.json");
  const state = join(folder, "state");
  const instances: Instance[] = [];
  const clients: TeamClient[] = [];
  const policy = usualPolicy(issuer, limits);
  // The policy lies in a folder of its own, so the roots are named from there.
  policy["projects"] = {
    shop: { root: "../shop", environment: { SHOP_MODE: "test" } },
    blog: { root: "../blog" },
  };
  for (const name of ["policy", "shop", "blog"]) mkdirSync(join(folder, name));
  const writePolicy = (value: unknown): void =>
    writeFileSync(policyFile, typeof value === "string" ? value : JSON.stringify(value, null, 2));
  writePolicy(policy);
  const root = (project: string): string => join(folder, project);
  return {
    folder,
    state,
    policyFile,
    issuer,
    policy,
    root,
    writePolicy,
    put: (project, path, content) => {
      mkdirSync(dirname(join(root(project), path)), { recursive: true });
      writeFileSync(join(root(project), path), content);
    },
    read: (project, path) => readFileSync(join(root(project), path), "utf8"),
    start: async (options = {}) => {
      const usual = ["--http", "--policy", policyFile, "--state", state];
      const instance = await startInstance([...usual, ...(options.args ?? [])], options);
      instances.push(instance);
      return instance;
    },
    connect: async (instance, project, subject) => {
      const client = await connectClient(
        `${instance.url}/projects/${project}/mcp`,
        await issuer.token(subject),
      );
      clients.push(client);
      return client;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(clients.map(async (client) => await client.close().catch(() => undefined)));
      for (const { child } of instances) child.kill("SIGKILL");
      await Promise.all(instances.map(async ({ exited }) => await exited));
      await issuer.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A request as any program may send it. */
export async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
