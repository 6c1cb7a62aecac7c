import {
  fail,
  ok,
  type CallId,
  type EventData,
  type Failure,
  type Input,
  type Limits,
  type Result,
  type SessionId,
  type TurnId,
  type WorkspaceId,
} from "../../../shared/contract/index.ts";
import type { Attachment } from "../../../shared/events/index.ts";
import { BackgroundCalls, withBackgroundTools, type HeldCall } from "../background/index.ts";
import { unknownModel, type Catalog } from "../catalog/index.ts";
import { LogError, logFailure } from "../log/index.ts";
import { defaultSystemPrompt, startTurn, type RunningTurn, type TurnPorts } from "../loop/index.ts";
import type { ServerManager, ToolEntry } from "../mcp/index.ts";
import type { Model } from "../models/index.ts";
import type { Approvals } from "../policy/index.ts";
import type { Clock, NewId } from "../ports.ts";
import type { Redactor } from "../secrets/index.ts";
import {
  draft,
  recoverSession,
  type LiveSession,
  type SessionStore,
  type Summaries,
} from "../sessions/index.ts";
import { LeftOut, offerTools, type KnownServers } from "../toolSearch/index.ts";
import type { SettingsRoom } from "../settings/index.ts";
import type { Workspaces } from "../workspaces/index.ts";

/** Starts, stops and takes up the turns of all sessions. */
export interface Agent {
  create(input: Input<"session.create">): Promise<Result<{ sessionId: SessionId }>>;
  send(
    sessionId: SessionId,
    text: string,
    attachments: readonly Attachment[],
  ): Promise<Result<{ turnId: TurnId }>>;
  /** Ends the running turn and waits until its end is in the log. Fine when none runs. */
  stop(sessionId: SessionId): Promise<Result<null>>;
  /** Ends a call that goes on in the background, and waits until its end is in the log (MCP-12). */
  stopCall(sessionId: SessionId, callId: CallId): Promise<Result<null>>;
  /** Closes what a dead host left open and takes up turns that wait for a person. Resolves to the number of interrupted calls. */
  recover(): Promise<number>;
}

/** What the room is made of. */
export interface AgentPorts {
  readonly store: SessionStore;
  readonly summaries: Summaries;
  readonly catalog: Catalog;
  readonly servers: ServerManager;
  readonly workspaces: Workspaces;
  readonly known: KnownServers;
  readonly approvals: Approvals;
  readonly settings: SettingsRoom;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly assess: TurnPorts["assess"];
  readonly validate: TurnPorts["validate"];
  readonly onDelta: (delta: EventData<"session.delta">) => void;
  /** Turns on that edits of a workspace apply by themselves; the call's card offered it. */
  readonly turnOnAutoApply: (
    workspaceId: WorkspaceId,
    card: { readonly sessionId: SessionId; readonly callId: CallId },
  ) => Promise<Result<null>>;
  readonly notice: (level: "info" | "warning" | "error", notice: Failure, sessionId?: SessionId) => void;
}

const noSession = (): Result<never> =>
  fail("notFound", "There is no such session. Choose one from the list.", { key: "sessionUnknown" });

const titleOf = (text: string): string => {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length <= 60 ? line : `${line.slice(0, 59).toWellFormed()}…`;
};

const withLimits = (defaults: Limits, change: NonNullable<Input<"session.create">["limits"]>): Limits =>
  Object.assign(
    { ...defaults },
    Object.fromEntries(Object.entries(change).filter(([, item]) => item !== undefined)),
  );

class Turns implements Agent {
  readonly #ports: AgentPorts;
  readonly #running = new Map<SessionId, RunningTurn>();
  /** Tools that the sessions' models have found by search. */
  readonly #found = new Map<SessionId, Set<string>>();
  readonly #leftOut = new LeftOut();
  readonly #background = new BackgroundCalls();

  constructor(ports: AgentPorts) {
    this.#ports = ports;
  }

  async create(input: Input<"session.create">): Promise<Result<{ sessionId: SessionId }>> {
    const { workspaces, catalog, settings, store, summaries, newId } = this.#ports;
    const workspace = workspaces.get(input.workspaceId);
    if (!workspace)
      return fail("notFound", "This workspace is not known. Open its folder first.", {
        key: "workspaceUnknown",
      });
    const model = catalog.get(input.modelId);
    if (!model) return unknownModel();
    const sessionId = newId("ses") as SessionId;
    const defaults = settings.get();
    const session = store.create(sessionId);
    await session.append([
      draft("session.created", {
        workspaceId: workspace.workspaceId,
        workspacePath: workspace.path,
        modelId: model.modelId,
        modelName: model.name,
        isDemo: model.isDemo,
        title: input.title ?? "",
        limits: withLimits(defaults.limits, input.limits ?? {}),
        policyMode: input.policyMode ?? defaults.policyMode,
        systemPrompt: defaultSystemPrompt(workspace),
      }),
    ]);
    summaries.keep(session.state());
    return ok({ sessionId });
  }

  async send(
    sessionId: SessionId,
    text: string,
    attachments: readonly Attachment[],
  ): Promise<Result<{ turnId: TurnId }>> {
    const session = this.#ports.store.get(sessionId);
    if (!session) return noSession();
    if (this.#running.has(sessionId)) return busy();
    const model = await this.#ready(session);
    if (!model.ok) return model;
    if (this.#running.has(sessionId)) return busy();
    const turnId = this.#ports.newId("turn") as TurnId;
    const named = session.state().title === "" ? [draft("session.renamed", { title: titleOf(text) })] : [];
    const message = this.#ports.redactor.redact({ turnId, text, attachments: [...attachments] });
    await session.append([...named, draft("message.user", message)]);
    this.#ports.summaries.keep(session.state());
    this.#run(session, model.value, turnId);
    return ok({ turnId });
  }

  async stop(sessionId: SessionId): Promise<Result<null>> {
    if (!this.#ports.store.get(sessionId)) return noSession();
    const turn = this.#running.get(sessionId);
    turn?.stop();
    await turn?.ended;
    return ok(null);
  }

  async stopCall(sessionId: SessionId, callId: CallId): Promise<Result<null>> {
    if (await this.#background.stop(sessionId, callId)) return ok(null);
    return fail("notFound", "This call does not run in the background any more. Nothing was stopped.", {
      key: "callNotInBackground",
    });
  }

  async recover(): Promise<number> {
    let count = 0;
    for (const id of this.#ports.summaries.maybeOpen()) count += await this.#recoverOne(id);
    return count;
  }

  async #recoverOne(id: SessionId): Promise<number> {
    const session = this.#ports.store.get(id);
    if (!session) return 0;
    const { interruptedCalls, resume } = await recoverSession(session);
    this.#ports.summaries.keep(session.state());
    if (resume === null) return interruptedCalls;
    const model = await this.#ready(session);
    if (model.ok) this.#run(session, model.value, resume);
    else this.#ports.notice("warning", model.error, id);
    return interruptedCalls;
  }

  /** Everything a turn needs must be there before the message is taken: a refused message stays with the person. */
  async #ready(session: LiveSession): Promise<Result<Model>> {
    const { workspaceId, workspacePath, modelId } = session.state();
    const opened = await this.#ports.workspaces.open(workspacePath);
    if (!opened.ok) return opened;
    const model = await this.#ports.catalog.open(modelId);
    if (!model.ok) return model;
    const server = await this.#ports.servers.openWorkspace(workspaceId, workspacePath);
    return server.ok ? model : server;
  }

  #run(session: LiveSession, model: Model, turnId: TurnId): void {
    const turn = startTurn(this.#turnPorts(session, model), turnId);
    this.#running.set(session.id, turn);
    // `ended` never rejects by itself; a fault in keeping the list is shown, not lost.
    this.#follow(session, turn).catch((error: unknown) => {
      const what = fail("internal", "The session list could not be brought up to date.", {
        detail: String(error),
      });
      this.#ports.notice("error", what.error, session.id);
    });
  }

  async #follow(session: LiveSession, turn: RunningTurn): Promise<void> {
    const { failure } = await turn.ended;
    this.#running.delete(session.id);
    if (failure) this.#ports.notice("error", failure, session.id);
    this.#ports.summaries.keep(session.state());
  }

  #foundIn(sessionId: SessionId): Set<string> {
    const found = this.#found.get(sessionId) ?? new Set<string>();
    this.#found.set(sessionId, found);
    return found;
  }

  #turnPorts(session: LiveSession, model: Model): TurnPorts {
    const {
      catalog,
      servers,
      validate,
      assess,
      approvals,
      clock,
      newId,
      onDelta,
      redactor,
      settings,
      workspaces,
    } = this.#ports;
    const { modelId } = session.state();
    const all = (): readonly ToolEntry[] =>
      this.#leftOut.without(modelId, servers.tools(session.state().workspaceId));
    const offered = offerTools({
      all,
      servers,
      used: () => session.state().calls.map(({ modelName }) => modelName),
      window: model.definition.contextWindow,
      found: this.#foundIn(session.id),
      known: this.#ports.known,
    });
    return {
      session,
      model,
      price: catalog.get(modelId)?.pricePerMillionUsd,
      ...withBackgroundTools(offered, { session, clock, calls: this.#background }),
      goOn: (call) => this.#goOn(session, call),
      validate,
      assess,
      approvals,
      clock,
      newId,
      onDelta,
      leaveOut: (name, why) => {
        const tool = all().find(({ modelName }) => modelName === name);
        if (tool !== undefined) this.#leftOut.add(modelId, tool);
        this.#ports.notice("warning", toolRefused(name, tool?.serverName ?? "", session, why), session.id);
      },
      redact: (value) => redactor.redact(value),
      commandTimeoutMs: () => settings.get().commandTimeoutMs,
      autoApplies: () => workspaces.autoApplies(session.state().workspaceId),
      turnOnAutoApply: (callId) => this.#turnOnAutoApply(session, callId),
    };
  }

  #goOn(session: LiveSession, call: HeldCall): void {
    this.#background.hold(session.id, call, (failure) => {
      if (failure instanceof LogError) this.#ports.notice("error", logFailure(failure), session.id);
      else if (failure !== undefined) console.error("a call in the background broke", failure);
      this.#ports.summaries.keep(session.state());
    });
    this.#ports.summaries.keep(session.state());
  }

  /** The change itself is decided and logged by now: what cannot be kept of the choice beside it is said, and edits go on asking. */
  async #turnOnAutoApply(session: LiveSession, callId: CallId): Promise<void> {
    const { workspaceId } = session.state();
    const on = await this.#ports
      .turnOnAutoApply(workspaceId, { sessionId: session.id, callId })
      .catch((error: unknown) =>
        fail(
          "resourceExhausted",
          "The change was accepted, but that edits apply by themselves could not be kept, so the next one asks again. Make room on the disk, then choose it again.",
          { key: "autoApplyNotKept", detail: String(error) },
        ),
      );
    if (!on.ok) this.#ports.notice("error", on.error, session.id);
  }
}

const toolRefused = (tool: string, server: string, session: LiveSession, why: Failure): Failure => {
  const model = session.state().modelName;
  return fail(
    "invalidInput",
    `The provider of "${model}" refuses the tool "${tool}" of the server "${server}", so it was left out and the chat goes on without it. Other models still get it; switch it off on the server's page, or tell whoever makes it.`,
    { key: "toolRefused", params: { model, tool, server }, detail: why.message },
  ).error;
};

const busy = (): Result<never> =>
  fail(
    "conflict",
    "The agent is still working in this session. Wait for it or stop it first; your text is kept.",
    {
      key: "sessionBusy",
    },
  );

/** Makes the room. */
export const createAgent = (ports: AgentPorts): Agent => new Turns(ports);
