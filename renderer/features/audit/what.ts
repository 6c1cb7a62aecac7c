import type { AuditEntry } from "../../../shared/contract/index.ts";
import { formatDuration } from "../../format/index.ts";
import { reasonText } from "../reveal/index.ts";

type Body = Readonly<Record<string, unknown>>;
/** Looks a text of the audit up; what i18next gives, without its types. */
type Say = (key: string, options?: Record<string, unknown>) => string;
type Table = Readonly<Record<string, (body: Body, say: Say, language: string) => string | undefined>>;

const words = (value: unknown): string => (typeof value === "string" ? value : "");
const amount = (value: unknown): number => (typeof value === "number" ? value : 0);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const part = (value: unknown, name: string): string =>
  typeof value === "object" && value !== null ? words((value as Body)[name]) : "";

/** Chinese sets no space after a full stop. */
const betweenSentences = (language: string): string => (language.startsWith("zh") ? "" : " ");

const decided = (body: Body, say: Say): string => {
  const who = say(`timeline:decision.by.${words(body["by"])}`);
  const what = say(`timeline:decision.${words(body["decision"])}`, { who });
  const reason = words(body["reason"]);
  return reason === "" ? what : say("audit:what.because", { what, reason });
};

const table: Table = {
  "session.created": (body, say) => say("audit:what.sessionCreated", { title: words(body["title"]) }),
  "session.renamed": (body, say) => say("audit:what.sessionRenamed", { title: words(body["title"]) }),
  "session.changed": (_, say) => say("audit:what.sessionChanged"),
  "model.requested": (body, say) => {
    const attempt = amount(body["attempt"]);
    const facts = { model: words(body["model"]), step: amount(body["index"]) + 1 };
    return attempt > 1
      ? say("audit:what.requestedAgain", { ...facts, attempt })
      : say("audit:what.requested", facts);
  },
  "model.completed": (body, say) => {
    if (words(body["text"]) !== "") return undefined;
    const calls = list(body["calls"]);
    return say("audit:what.wanted", {
      count: calls.length,
      names: calls.map((call) => part(call, "name")).join(", "),
    });
  },
  "model.failed": (body, say) => say("audit:what.modelFailed", { why: part(body["error"], "message") }),
  "call.assessed": (body, say, language) => {
    const reasons = list(body["reasons"]).map((reason) => reasonText(words(reason), say as never));
    return say("audit:what.assessed", {
      severity: words(body["severity"]),
      reasons: reasons.join(betweenSentences(language)),
    });
  },
  "call.approvalRequested": (body, say) => {
    const command = part(body["command"], "line");
    return command === "" ? say("audit:what.waits") : say("audit:what.waitsWith", { command });
  },
  "call.decided": decided,
  "call.started": (_, say) => say("audit:what.started"),
  "call.progressed": (body, say) =>
    say("audit:what.progress", { message: words(body["message"]) || String(amount(body["progress"])) }),
  "call.completed": (body, say, language) =>
    say("audit:what.completed", {
      time: formatDuration(amount(body["durationMs"]), language),
      preview: words(body["preview"]),
    }),
  "call.failed": (body, say) =>
    say("audit:what.callFailed", {
      state: say(`design:state.${words(body["outcome"])}`),
      preview: words(body["preview"]),
    }),
  "file.changed": (body, say) =>
    say("audit:what.fileChanged", {
      path: words(body["path"]),
      added: amount(body["linesAdded"]),
      removed: amount(body["linesRemoved"]),
    }),
  "turn.ended": (body, say) => say(`audit:what.ended.${words(body["reason"])}`),
  "workspace.opened": (body, say) => say("audit:what.workspaceOpened", { path: words(body["path"]) }),
  "workspace.trusted": (body, say) =>
    say(body["isTrusted"] === true ? "audit:what.trusted" : "audit:what.untrusted"),
  "model.added": (body, say) => say("audit:what.modelAdded", { name: words(body["name"]) }),
  "model.removed": (_, say) => say("audit:what.modelRemoved"),
  "server.added": (body, say) => say("audit:what.serverAdded", { name: words(body["name"]) }),
  "server.updated": (body, say) => say("audit:what.serverUpdated", { name: words(body["name"]) }),
  "server.removed": (_, say) => say("audit:what.serverRemoved"),
  "server.started": (body, say) => say("audit:what.serverStarted", { count: amount(body["tools"]) }),
  "server.stopped": (_, say) => say("audit:what.serverStopped"),
  "server.failed": (body, say) => say("audit:what.serverFailed", { why: part(body["error"], "message") }),
  "server.toolsChanged": (body, say) =>
    say("audit:what.toolsChanged", {
      added: list(body["added"]).length,
      removed: list(body["removed"]).length,
      changed: list(body["changed"]).length,
    }),
  "config.changed": (body, say) => say("audit:what.configChanged", { name: words(body["name"]) }),
  "host.started": (body, say) => say("audit:what.hostStarted", { version: words(body["version"]) }),
};

/**
 * What happened, in one line and in the person's language. Bodies of a list may be cut, so nothing in them is taken for
 * granted; where this table has no words of its own, the host's summary stands.
 */
export const whatHappened = (entry: AuditEntry, t: unknown, language: string): string =>
  table[entry.event.type]?.(entry.event.body, t as Say, language) ?? entry.summary;
