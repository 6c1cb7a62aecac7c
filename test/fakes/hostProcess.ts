import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type {
  Approval,
  EventData,
  EventName,
  Input,
  Output,
  RequestName,
  Result,
  SessionId,
} from "../../shared/contract/index.ts";
import type { LoggedEvent } from "../../shared/events/index.ts";
import type { Call, SessionState } from "../../shared/session/index.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** A real host process, driven over its stdio carrier as any outside driver would. */
export interface TestHost extends AsyncDisposable {
  readonly dataDir: string;
  readonly pid: number;
  request<N extends RequestName>(method: N, params: Input<N>): Promise<Result<Output<N>>>;
  /** Like `request`, and throws with the failure's message when it is not ok. */
  ask<N extends RequestName>(method: N, params: Input<N>): Promise<Output<N>>;
  /** Sends a raw line; for what is not a valid request. */
  raw(line: string): Promise<Record<string, unknown>>;
  readonly events: readonly { event: EventName; data: unknown }[];
  /** The first event, past or future, that fits. Rejects after `timeoutMs` with what was seen. */
  waitFor<N extends EventName>(
    event: N,
    fits: (data: EventData<N>) => boolean,
    timeoutMs?: number,
  ): Promise<EventData<N>>;
  logged(
    type: LoggedEvent["type"],
    fits?: (event: LoggedEvent) => boolean,
    timeoutMs?: number,
  ): Promise<LoggedEvent>;
  stderr(): string;
  /** `kill -9`, and waits until the process is gone. */
  kill(): Promise<void>;
  /** Ends it as main would: closes stdin and waits. */
  close(): Promise<void>;
}

export interface HostOptions {
  /** Kept after the test when given; else a new folder that is removed. */
  readonly dataDir?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
  /** Plays the main process with this key store; without it the host has none, as any outside driver's. */
  readonly keys?: Map<string, string>;
}

interface Waiter {
  readonly event: EventName;
  readonly fits: (data: never) => boolean;
  readonly resolve: (data: never) => void;
}

const start = (dataDir: string, options: HostOptions): ChildProcess =>
  spawn(
    process.execPath,
    [
      "electron/host/main.ts",
      "--data-dir",
      dataDir,
      "--demo-delay-ms",
      "0",
      ...(options.keys === undefined ? [] : ["--channel"]),
      ...(options.args ?? []),
    ],
    {
      cwd: root,
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(root, ".cache/compiled"), ...options.env },
      stdio: options.keys === undefined ? "pipe" : ["pipe", "pipe", "pipe", "ipc"],
    },
  );

/** The way to a host that was started: what to call with each text it sends, how to send it one, how to end it. */
interface Line {
  onText(listener: (text: string) => void): void;
  write(text: string): void;
  end(): void;
}

const stdioLine = ({ stdin, stdout }: ChildProcessWithoutNullStreams): Line => ({
  onText: (listener) => createInterface({ input: stdout, crlfDelay: Infinity }).on("line", listener),
  write: (text) => stdin.write(`${text}\n`),
  end: () => stdin.end(),
});

/** The process channel of a main process, with its key store. */
const channelLine = (child: ChildProcess, keys: Map<string, string>): Line => {
  const secret = ({ kind, id, name, value }: Record<string, unknown>): void => {
    if (kind !== "secret.put" && kind !== "secret.get") return;
    if (kind === "secret.put" && typeof value === "string") keys.set(String(name), value);
    if (kind === "secret.put" && value === null) keys.delete(String(name));
    const kept = kind === "secret.get" ? (keys.get(String(name)) ?? null) : null;
    child.send(JSON.stringify({ host: { kind: "secret.done", id, where: "keyStore", value: kept } }));
  };
  return {
    onText: (listener) =>
      child.on("message", (said) => {
        const text = said as string;
        const message = JSON.parse(text) as { main?: Record<string, unknown> };
        if (message.main === undefined) listener(text);
        else secret(message.main);
      }),
    write: (text) => child.send(text),
    end: () => child.disconnect(),
  };
};

/** A folder of its own under the system's temp folder. */
export const tempDir = (name: string): string => mkdtempSync(path.join(tmpdir(), `loopwright-${name}-`));

/** Starts a host and waits until it answers. */
export const startHost = async (options: HostOptions = {}): Promise<TestHost> => {
  const dataDir = options.dataDir ?? tempDir("host");
  const child = start(dataDir, options);
  const exited = new Promise<void>((resolve) =>
    child.once("exit", () => {
      resolve();
    }),
  );
  const line =
    options.keys === undefined
      ? stdioLine(child as ChildProcessWithoutNullStreams)
      : channelLine(child, options.keys);
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const answers = new Map<number | string, (answer: Record<string, unknown>) => void>();
  const events: { event: EventName; data: unknown }[] = [];
  const waiters = new Set<Waiter>();
  let lastId = 0;
  let onBroken: ((answer: Record<string, unknown>) => void) | undefined;

  line.onText((text) => {
    const message = JSON.parse(text) as Record<string, unknown>;
    if ("event" in message) {
      const item = message as unknown as { event: EventName; data: never };
      events.push(item);
      for (const waiter of waiters)
        if (waiter.event === item.event && waiter.fits(item.data)) {
          waiters.delete(waiter);
          waiter.resolve(item.data);
        }
      return;
    }
    if (message["id"] === null) onBroken?.(message);
    else answers.get(message["id"] as number)?.(message);
  });
  exited
    .then(() => {
      for (const resolve of answers.values())
        resolve({
          ok: false,
          error: { code: "unreachable", message: `the host ended: ${errors.slice(-2000)}` },
        });
      answers.clear();
    })
    .catch(() => undefined);

  const request: TestHost["request"] = (method, params) =>
    new Promise((resolve) => {
      const id = ++lastId;
      answers.set(id, (answer) => {
        answers.delete(id);
        resolve(answer as never);
      });
      line.write(JSON.stringify({ id, method, params }));
    });
  const waitFor: TestHost["waitFor"] = (event, fits, timeoutMs = 45_000) => {
    const past = events.find((item) => item.event === event && fits(item.data as never));
    if (past) return Promise.resolve(past.data as never);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const seen = events.slice(-15).map((item) => JSON.stringify(item).slice(0, 300));
        reject(
          new Error(
            `no ${event} in ${timeoutMs} ms. Last events:\n${seen.join("\n")}\nstderr: ${errors.slice(-2000)}`,
          ),
        );
      }, timeoutMs);
      waiters.add({
        event,
        fits: fits,
        resolve: (data: never) => {
          clearTimeout(timer);
          resolve(data);
        },
      });
    });
  };
  const close = async (): Promise<void> => {
    line.end();
    await exited;
  };
  const host: TestHost = {
    dataDir,
    pid: child.pid ?? 0,
    request,
    ask: async (method, params) => {
      const answer = await request(method, params);
      if (!answer.ok)
        throw new Error(
          `${method}: ${answer.error.code}: ${answer.error.message} ${answer.error.detail ?? ""}`,
        );
      return answer.value;
    },
    raw: (text) =>
      new Promise((resolve) => {
        onBroken = resolve;
        line.write(text);
      }),
    events,
    waitFor,
    logged: (type, fits = () => true, timeoutMs) =>
      waitFor(
        "session.event",
        (event) => event.type === type && fits(event as unknown as LoggedEvent),
        timeoutMs,
      ) as Promise<unknown> as Promise<LoggedEvent>,
    stderr: () => errors,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    close,
    [Symbol.asyncDispose]: async () => {
      await close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
  const first = await request("host.info", {});
  if (!first.ok) throw new Error(first.error.message);
  return host;
};

/** A session in a test, with what tests do to it most. */
export interface TestSession {
  readonly sessionId: SessionId;
  send(text: string): Promise<void>;
  /** Waits for the end of the last turn and gives the folded session. */
  ended(timeoutMs?: number): Promise<SessionState>;
  state(): Promise<SessionState>;
  lastCall(): Promise<Call>;
  /** The next approval of this session that no call of this function gave before. */
  approval(timeoutMs?: number): Promise<Approval>;
  decide(approval: Approval, decision: "allow" | "deny", reason?: string): Promise<void>;
}

/** Opens a workspace and starts a session with a model. */
export const startSession = async (
  host: TestHost,
  workspace: string,
  modelId: string,
  more: Partial<Input<"session.create">> = {},
): Promise<TestSession> => {
  const { workspaceId } = await host.ask("workspace.open", { path: workspace });
  const { sessionId } = await host.ask("session.create", { workspaceId, modelId: modelId as never, ...more });
  return attachSession(host, sessionId);
};

/** Takes up a session that exists. */
export const attachSession = (host: TestHost, sessionId: SessionId): TestSession => {
  const given = new Set<string>();
  let turnId = "";
  const state = (): Promise<SessionState> => host.ask("session.snapshot", { sessionId });
  return {
    sessionId,
    send: async (text) => {
      ({ turnId } = await host.ask("session.send", { sessionId, text }));
    },
    ended: async (timeoutMs) => {
      await host.logged(
        "turn.ended",
        (event) =>
          event.sessionId === sessionId &&
          event.type === "turn.ended" &&
          (turnId === "" || event.body.turnId === turnId),
        timeoutMs,
      );
      return state();
    },
    state,
    lastCall: async () => {
      const call = (await state()).calls.at(-1);
      if (!call) throw new Error("the session has no call");
      return call;
    },
    approval: async (timeoutMs) => {
      const approval = await host.waitFor(
        "approval.requested",
        (item) => item.call.sessionId === sessionId && !given.has(item.call.callId),
        timeoutMs,
      );
      given.add(approval.call.callId);
      return approval;
    },
    decide: async (approval, decision, reason) => {
      await host.ask("approval.decide", {
        callId: approval.call.callId,
        argsHash: approval.argsHash,
        decision,
        ...(reason === undefined ? {} : { reason }),
      });
    },
  };
};
