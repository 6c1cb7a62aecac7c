import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const program = join(import.meta.dirname, "../../../electron/servers/workspace/main.ts");

/** The parts of a tool result that tests look at. */
export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly code: string;
  readonly elapsedMs: number;
}

/** What a call may carry beside its arguments. */
export interface CallOptions {
  readonly meta?: Record<string, unknown>;
  readonly onProgress?: (message: string) => void;
  readonly signal?: AbortSignal;
}

/** The real workspace server as a child process, spoken to over stdio by the SDK's own client. */
export interface WorkspaceServer extends AsyncDisposable {
  readonly client: Client;
  readonly root: string;
  readonly outside: string;
  readonly pid: number;
  /** Where the server keeps what outlives it. */
  readonly state: string;
  readonly call: (name: string, input: Record<string, unknown>, options?: CallOptions) => Promise<Answer>;
  readonly put: (path: string, content: string | Buffer) => void;
  readonly bytes: (path: string) => Buffer;
  readonly text: (path: string) => string;
  readonly stop: () => Promise<void>;
  /** Ends the server and starts another one on the same folders. */
  readonly restart: () => Promise<void>;
}

function codeOf(data: Record<string, unknown>): string {
  const error = data["error"];
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

/**
 * Starts the server on a fresh folder that holds `files`; a second folder lies beside it, outside.
 * @param environment variables beside those every such server gets
 * @param options of the server's command line
 */
export async function startWorkspaceServer(
  files: Record<string, string | Buffer> = {},
  environment: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<WorkspaceServer> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-wsi-")));
  const root = join(base, "ws");
  const outside = join(base, "out");
  for (const folder of [root, outside]) mkdirSync(folder);
  const put = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, content] of Object.entries(files)) put(path, content);
  const state = join(base, "state");
  const connect = async (): Promise<{ readonly client: Client; readonly pid: number }> => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, "--root", root, "--state", state, ...options],
      env: { PATH: process.env["PATH"] ?? "", HOME: base, SECRET_TOKEN: "lw-secret", ...environment },
    });
    const client = new Client({ name: "workspace-test", version: "1" });
    await client.connect(transport);
    if (transport.pid === null) throw new Error("the workspace server did not start");
    return { client, pid: transport.pid };
  };
  let connected = await connect();
  const stop = async (): Promise<void> => await connected.client.close();
  return {
    get client() {
      return connected.client;
    },
    get pid() {
      return connected.pid;
    },
    root,
    outside,
    state,
    put,
    bytes: (path) => readFileSync(join(root, path)),
    text: (path) => readFileSync(join(root, path), "utf8"),
    stop,
    restart: async () => {
      await stop();
      connected = await connect();
    },
    call: async (name, input, options = {}) => {
      const startedAt = performance.now();
      const params = {
        name,
        arguments: input,
        ...(options.meta === undefined ? {} : { _meta: options.meta }),
      };
      const { onProgress, signal } = options;
      const result = await connected.client.callTool(params, undefined, {
        timeout: 130_000,
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined ? {} : { onprogress: (progress) => onProgress(progress.message ?? "") }),
      });
      const [first] = result.content as { text?: string }[];
      const data = (result.structuredContent ?? {}) as Record<string, unknown>;
      const elapsedMs = performance.now() - startedAt;
      return {
        isError: result.isError === true,
        text: first?.text ?? "",
        data,
        code: codeOf(data),
        elapsedMs,
      };
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** Command lines of all living processes, to look for ones that should be gone. */
export function runningCommands(): string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  });
}

/** Waits until `isTrue`, looking every 20 ms; rejects at the deadline. */
export async function until(isTrue: () => boolean, what: string, deadlineMs = 30_000): Promise<void> {
  const end = Date.now() + deadlineMs;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error(`not so within ${deadlineMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
