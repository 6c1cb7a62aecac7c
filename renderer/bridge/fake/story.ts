import type { Approval, AuditEntry, SessionId } from "../../../shared/contract/index.ts";
import type { AnyEvent, LoggedEvent } from "../../../shared/events/index.ts";
import { createFold } from "../../../shared/session/fold.ts";
import type { SessionState, SessionSummary } from "../../../shared/session/index.ts";
import { refusal } from "../refusal.ts";
import type { Answer } from "../types.ts";
import { storyFiles, storySession } from "./storyEvents.ts";
import { storyOffers } from "./storyOffers.ts";
import { storyInfo, storyModels, storyServers, storySettings } from "./storyFacts.ts";

const HOUR_MS = 3_600_000;

const folded = (sessionId: SessionId, events: readonly AnyEvent[]): SessionState => {
  const fold = createFold(sessionId);
  for (const event of events) fold.push(event as unknown as LoggedEvent);
  return fold.state();
};

const summary = (state: SessionState, change: Partial<SessionSummary> = {}): SessionSummary => ({
  sessionId: state.sessionId,
  title: state.title,
  workspaceId: state.workspaceId,
  workspacePath: state.workspacePath,
  modelId: state.modelId,
  isDemo: state.isDemo,
  state: state.state,
  waitingCalls: state.calls.filter((call) => call.state === "awaitingApproval").length,
  createdAt: state.createdAt,
  updatedAt: state.updatedAt,
  ...change,
});

const approvals = (state: SessionState): Approval[] =>
  state.calls
    .filter((call) => call.state === "awaitingApproval")
    .map((call) => ({
      call,
      arguments: call.arguments,
      argsHash: call.argsHash,
      severity: "L2",
      reasons: ["Changes a file in the workspace."],
      files: storyFiles,
      readBefore: ["main.mjs"],
      requestedAt: call.askedAt ?? 0,
      sessionTitle: state.title,
      workspacePath: state.workspacePath,
    }));

const others = (main: SessionState, now: number): SessionSummary[] => {
  const at = (hours: number) => ({ updatedAt: now - hours * HOUR_MS, waitingCalls: 0 });
  const other = (id: string, title: string, change: Partial<SessionSummary>) =>
    summary(main, { sessionId: id as SessionId, title, state: "idle", ...change });
  return [
    other("s-2", "Run the linter and fix what it finds", { ...at(0.4), state: "running" }),
    other("s-3", "为登录页补充测试", {
      ...at(1),
      lastReason: "answered",
      workspacePath: "/home/ada/projects/login",
      workspaceId: "ws-2" as SessionSummary["workspaceId"],
    }),
    other("s-4", "Explain the build script", { ...at(26), lastReason: "stopped" }),
    other("s-5", "Update dependencies of the report service", { ...at(27), lastReason: "modelFailed" }),
    other("s-6", "Docs for the export command", {
      ...at(28),
      state: "interrupted",
      lastReason: "interrupted",
    }),
  ];
};

const auditEntries = (events: readonly AnyEvent[], title: string): AuditEntry[] =>
  Array.from({ length: 40 }, () => events)
    .flat()
    .map((event) => ({
      event,
      sessionTitle: title,
      summary: `${event.type} ${JSON.stringify(event.body).slice(0, 120)}`,
    }))
    .reverse();

const emptyAnswers = {
  "session.list": () => ({ items: [] }),
  "server.list": () => [],
  "team.list": () => [],
  "model.list": () => [],
  "audit.query": () => ({ items: [], pending: 0 }),
  "audit.search": () => ({ items: [], pending: 0 }),
  "approval.list": () => [],
  "serverAsk.list": () => [],
  "server.offers": () => ({ resources: [], templates: [], prompts: [], problems: [] }),
};
const broken = () =>
  refusal("internal", "The host gave an answer that could not be read. Restart it from the status bar.");
const failingAnswers = Object.fromEntries(Object.keys(emptyAnswers).map((name) => [name, broken]));

/** What the in-memory host answers; `?story=empty` and `?story=failing` show places without content and with failures. */
export const storyAnswers = (search: string): Record<string, (params: never) => unknown> => {
  const query = new URLSearchParams(search);
  const now = Date.now();
  const sessionId = "s-1" as SessionId;
  const events = storySession(sessionId, "Make fibonacci iterative", now - 60_000);
  const state = folded(sessionId, events);
  const full = {
    "session.list": (): Answer<"session.list"> => ({ items: [summary(state), ...others(state, now)] }),
    "session.snapshot": ({ sessionId: id }: { sessionId: SessionId }) => ({ ...state, sessionId: id }),
    "approval.list": () => approvals(state),
    "server.list": () => storyServers(now),
    "team.list": () => [],
    "server.log": () =>
      Array.from({ length: 40 }, (_, at) => ({
        at: now - at * 900,
        stream: "stderr" as const,
        text: `[info] request ${at} done \u001b[32mok\u001b[0m`,
      })),
    ...storyOffers(now),
    "model.list": storyModels,
    "model.test": () => ({ latencyMs: 412, models: ["qwen3-coder", "llama3.3"] }),
    "audit.query": () => ({ items: auditEntries(events, state.title), pending: 0 }),
    "audit.search": () => ({ items: auditEntries(events, state.title).slice(0, 6), pending: 2 }),
    "audit.verify": () => ({ ok: true, sessions: 7, events: 1832, durationMs: 41 }),
    "event.read": ({ seq }: { seq: number }) => events.find((event) => event.seq === seq) ?? broken(),
    "settings.get": storySettings,
    "settings.set": (change: object) => ({ ...storySettings(), ...change }),
    "workspace.list": () => [],
    "app.setAppearance": () => null,
  };
  const kind = query.get("story");
  const special = kind === "empty" ? emptyAnswers : kind === "failing" ? failingAnswers : {};
  return { ...full, ...storyInfo(query, now, kind === "failing"), ...special };
};
