import { fail, ok, type EventData, type Failure, type Input, type JsonObject, type Limits, type Result, type SessionId, type TurnId } from "../../../shared/contract/index.ts";
import type { Attachment } from "../../../shared/events/index.ts";
import type { Catalog } from "../catalog/index.ts";
import { defaultSystemPrompt, startTurn, type RunningTurn, type TurnPorts } from "../loop/index.ts";
import type { ServerManager, ToolEntry } from "../mcp/index.ts";
import type { Model } from "../models/index.ts";
import type { Approvals } from "../policy/index.ts";
import type { Clock, NewId } from "../ports.ts";
import type { Redactor } from "../secrets/index.ts";
import { draft, recoverSession, type LiveSession, type SessionStore, type Summaries } from "../sessions/index.ts";
import type { SettingsRoom } from "../settings/index.ts";
import type { Workspaces } from "../workspaces/index.ts";

/** Starts, stops and takes up the turns of all sessions. */
export interface Agent {
  create(input: Input<"session.create">): Promise<Result<{ sessionId: SessionId }>>;
  send(sessionId: SessionId, text: string, attachments: readonly Attachment[]): Promise<Result<{ turnId: TurnId }>>;
  /** Ends the running turn and waits until its end is in the log. Fine when none runs. */
  stop(sessionId: SessionId): Promise<Result<null>>;
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
  readonly approvals: Approvals;
  readonly settings: SettingsRoom;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly assess: TurnPorts["assess"];
  readonly validate: (entry: ToolEntry, args: JsonObject) => string | null;
  readonly onDelta: (delta: EventData<"session.delta">) => void;
  readonly notice: (level: "info" | "warning" | "error", notice: Failure, sessionId?: SessionId) => void;
}

const noSession = (): Result<never> =>
  fail("notFound", "There is no such session. Choose one from the list.", { key: "sessionUnknown" });

const titleOf = (text: string): string => {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length <= 60 ? line : `${line.slice(0, 59).toWellFormed()}…`;
};

const withLimits = (defaults: Limits, change: NonNullable<Input<"session.create">["limits"]>): Limits =>
  Object.assign({ ...defaults }, Object.fromEntries(Object.entries(change).filter(([, item]) => item !== undefined)));

/** Makes the room. */
export const createAgent = (ports: AgentPorts): Agent => {
  const running = new Map<SessionId, RunningTurn>();

  const turnPorts = (session: LiveSession, model: Model): TurnPorts => ({
    session,
    model,
    price: ports.catalog.get(session.state().modelId)?.pricePerMillionUsd,
    tools: () => ports.servers.tools(session.state().workspaceId),
    servers: ports.servers,
    validate: ports.validate,
    assess: ports.assess,
    approvals: ports.approvals,
    clock: ports.clock,
    newId: ports.newId,
    onDelta: ports.onDelta,
    redact: (value) => ports.redactor.redact(value),
  });

  const run = (session: LiveSession, model: Model, turnId: TurnId): void => {
    const turn = startTurn(turnPorts(session, model), turnId);
    running.set(session.id, turn);
    const ended = async (): Promise<void> => {
      const { failure } = await turn.ended;
      running.delete(session.id);
      if (failure) ports.notice("error", failure, session.id);
      ports.summaries.keep(session.state());
    };
    // `ended` never rejects by itself; a fault in keeping the list is shown, not lost.
    ended().catch((error: unknown) => {
      ports.notice("error", fail("internal", "The session list could not be brought up to date.", { detail: String(error) }).error, session.id);
    });
  };

  const ready = async (session: LiveSession): Promise<Result<Model>> => {
    const { workspaceId, workspacePath, modelId } = session.state();
    const opened = await ports.workspaces.open(workspacePath);
    if (!opened.ok) return opened;
    const model = await ports.catalog.open(modelId);
    if (!model.ok) return model;
    const server = await ports.servers.openWorkspace(workspaceId, workspacePath);
    return server.ok ? model : server;
  };

  const create: Agent["create"] = async (input) => {
    const workspace = ports.workspaces.get(input.workspaceId);
    if (!workspace) return fail("notFound", "This workspace is not known. Open its folder first.", { key: "workspaceUnknown" });
    const model = ports.catalog.get(input.modelId);
    if (!model) return fail("notFound", "This model is not configured. Choose one on the models page.", { key: "modelUnknown" });
    const sessionId = ports.newId("ses") as SessionId;
    const defaults = ports.settings.get();
    const session = ports.store.create(sessionId);
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
    ports.summaries.keep(session.state());
    return ok({ sessionId });
  };

  const send: Agent["send"] = async (sessionId, text, attachments) => {
    const session = ports.store.get(sessionId);
    if (!session) return noSession();
    const busy = fail("conflict", "The agent is still working in this session. Wait for it or stop it first; your text is kept.", { key: "sessionBusy" });
    if (running.has(sessionId)) return busy;
    const model = await ready(session);
    if (!model.ok) return model;
    if (running.has(sessionId)) return busy;
    const turnId = ports.newId("turn") as TurnId;
    const named = session.state().title === "" ? [draft("session.renamed", { title: titleOf(text) })] : [];
    await session.append([...named, draft("message.user", ports.redactor.redact({ turnId, text, attachments: [...attachments] }))]);
    ports.summaries.keep(session.state());
    run(session, model.value, turnId);
    return ok({ turnId });
  };

  const recoverOne = async (id: SessionId): Promise<number> => {
    const session = ports.store.get(id);
    if (!session) return 0;
    const { interruptedCalls, resume } = await recoverSession(session);
    ports.summaries.keep(session.state());
    if (resume === null) return interruptedCalls;
    const model = await ready(session);
    if (model.ok) run(session, model.value, resume);
    else ports.notice("warning", model.error, id);
    return interruptedCalls;
  };

  return {
    create,
    send,
    stop: async (sessionId) => {
      if (!ports.store.get(sessionId)) return noSession();
      const turn = running.get(sessionId);
      turn?.stop();
      await turn?.ended;
      return ok(null);
    },
    recover: async () => {
      let count = 0;
      for (const id of ports.summaries.maybeOpen()) count += await recoverOne(id);
      return count;
    },
  };
};
