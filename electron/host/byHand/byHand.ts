import {
  fail,
  ok,
  type CallId,
  type Input,
  type JsonObject,
  type Output,
  type Result,
  type ServerId,
  type ServerInfo,
  type SessionId,
  type StepId,
  type TurnId,
  type WorkspaceId,
} from "../../../shared/contract/index.ts";
import { runCalls, type CallPorts } from "../loop/index.ts";
import type { ToolEntry } from "../mcp/index.ts";
import type { ModelReply } from "../models/index.ts";
import type { Approvals } from "../policy/index.ts";
import { draft, type LiveSession } from "../sessions/index.ts";
import { createBench } from "./bench.ts";
import type { ByHandPorts } from "./ports.ts";

/**
 * Calls that a person makes by hand (MCP-08). They pass the same policy and stand in the same log as an agent's; each server's
 * stand in a session of their own, which is no conversation and so is not in the list of sessions.
 */
export interface ByHand {
  /** Answers as soon as the call is in the log; how it goes on is told by the events of its session. */
  call(input: Input<"server.callTool">): Promise<Result<Output<"server.callTool">>>;
  /** Ends the call of such a session, and waits until its end is in the log. False when the session has none. */
  stop(sessionId: SessionId): Promise<boolean>;
}

/** Where a server without a workspace lives. */
const NO_WORKSPACE = "none" as WorkspaceId;

const noTool = (server: ServerInfo, tool: string): Result<never> =>
  fail(
    "notFound",
    server.state === "ready"
      ? `The server "${server.name}" offers no tool "${tool}" that can be called. Look at its list of tools.`
      : `The server "${server.name}" is not running. Start it, then try again.`,
    {
      key: server.state === "ready" ? "byHandNoTool" : "byHandNotRunning",
      params: { server: server.name, tool },
    },
  );

const busy = (): Result<never> =>
  fail(
    "conflict",
    "Another call by hand on this server is not over yet. Decide it, wait for it, or stop it.",
    {
      key: "byHandBusy",
    },
  );

const replyOf = (entry: ToolEntry, args: JsonObject): ModelReply => ({
  text: "",
  reasoning: "",
  calls: [{ id: "byHand", name: entry.modelName, argumentsText: JSON.stringify(args) }],
  finishReason: "byHand",
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, isEstimated: false },
  latencyMs: 0,
  firstTokenMs: null,
});

interface Running {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Told of the first commit, after which the call can be read. */
const withFirstCommit = (session: LiveSession, committed: () => void): LiveSession => ({
  ...session,
  append: async (drafts, durability) => {
    const logged = await session.append(drafts, durability);
    committed();
    return logged;
  },
});

/** The card says that the person calls the tool, not an agent. */
const asPerson = (approvals: Approvals): Approvals => ({
  ...approvals,
  ask: (question, signal) =>
    approvals.ask({ ...question, approval: { ...question.approval, isByHand: true } }, signal),
});

class Hand implements ByHand {
  readonly #ports: ByHandPorts;
  readonly #bench: ReturnType<typeof createBench>;
  readonly #running = new Map<SessionId, Running>();
  /** Servers whose session is being opened; two calls at once must not make two. */
  readonly #opening = new Set<ServerId>();

  constructor(ports: ByHandPorts) {
    this.#ports = ports;
    this.#bench = createBench(ports);
  }

  async call({
    serverId,
    tool,
    arguments: args,
  }: Input<"server.callTool">): Promise<Result<Output<"server.callTool">>> {
    const server = this.#ports.servers.list().find((one) => one.serverId === serverId);
    if (server === undefined)
      return fail("notFound", "There is no such server any more. Reload the list of servers.", {
        key: "serverNotFound",
      });
    const workspaceId = (server.workspaceId ?? NO_WORKSPACE) as WorkspaceId;
    const tools = (): ToolEntry[] =>
      this.#ports.servers.tools(workspaceId).filter((one) => one.serverId === serverId);
    const entry = tools().find((one) => one.name === tool);
    if (entry === undefined) return noTool(server, tool);
    if (this.#opening.has(serverId)) return busy();
    this.#opening.add(serverId);
    try {
      const session = await this.#bench.sessionOf(server, workspaceId);
      if (this.#running.has(session.id)) return busy();
      return ok({
        sessionId: session.id,
        callId: await this.#start(session, workspaceId, entry, args, tools),
      });
    } finally {
      this.#opening.delete(serverId);
    }
  }

  async stop(sessionId: SessionId): Promise<boolean> {
    const running = this.#running.get(sessionId);
    if (running === undefined) return false;
    running.stop.abort();
    await running.ended;
    return true;
  }

  /** Resolves to the call's id once it is in the log; rejects when it cannot be written. */
  #start(
    session: LiveSession,
    workspaceId: WorkspaceId,
    entry: ToolEntry,
    args: JsonObject,
    tools: () => ToolEntry[],
  ): Promise<CallId> {
    return new Promise((resolve, reject) => {
      let callId: CallId | undefined;
      const stop = new AbortController();
      const ports = this.#callPorts(
        withFirstCommit(session, () => {
          if (callId !== undefined) resolve(callId);
        }),
        workspaceId,
        tools,
      );
      const turnId = this.#ports.newId("turn") as TurnId;
      const opening = (calls: readonly { readonly callId: CallId }[]) => {
        callId = calls[0]?.callId;
        return draft("message.user", { turnId, text: `By hand: ${entry.name}`, attachments: [] });
      };
      const step = { turnId, stepId: this.#ports.newId("step") as StepId };
      const ended = runCalls(ports, step, replyOf(entry, args), opening, stop.signal)
        .then(() => this.#end(session, turnId, stop.signal.aborted))
        .catch((error: unknown) => {
          reject(error instanceof Error ? error : new Error(String(error)));
          this.#tellUnwritten(session, error);
        })
        .finally(() => {
          this.#running.delete(session.id);
          this.#ports.summaries.keep(session.state());
        });
      this.#running.set(session.id, { stop, ended });
    });
  }

  async #end(session: LiveSession, turnId: TurnId, isStopped: boolean): Promise<void> {
    await session.append([draft("turn.ended", { turnId, reason: isStopped ? "stopped" : "answered" })]);
  }

  #tellUnwritten(session: LiveSession, error: unknown): void {
    const what =
      "The end of a call by hand could not be written to the log. Make room on the disk, then restart the app: the call will show as interrupted.";
    const detail = error instanceof Error ? error.message : String(error);
    this.#ports.notice(
      "error",
      fail("resourceExhausted", what, { key: "logNotWritable", detail }).error,
      session.id,
    );
  }

  #callPorts(session: LiveSession, workspaceId: WorkspaceId, tools: () => ToolEntry[]): CallPorts {
    const { servers, validate, assess, approvals, clock, newId, redact, settings, workspaces } = this.#ports;
    return {
      session,
      tools,
      servers,
      validate,
      assess,
      approvals: asPerson(approvals),
      clock,
      newId,
      redact,
      commandTimeoutMs: () => settings.get().commandTimeoutMs,
      autoApplies: () => workspaces.autoApplies(workspaceId),
      // The offer belongs to an agent's work: a person's own call never turns it on.
      turnOnAutoApply: () => Promise.resolve(),
    };
  }
}

/** Makes the room. */
export const createByHand = (ports: ByHandPorts): ByHand => new Hand(ports);
