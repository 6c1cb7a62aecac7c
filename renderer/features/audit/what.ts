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

const askEnds = ["accept", "decline", "cancel"];
const askEnd = (action: unknown): string => (askEnds.includes(words(action)) ? words(action) : "withdrawn");

const decided = (body: Body, say: Say): string => {
  const who = say(`timeline:decision.by.${words(body["by"])}`);
  const what = say(`timeline:decision.${words(body["decision"])}`, { who });
  const reason = words(body["reason"]);
  return reason === "" ? what : say("audit:what.because", { what, reason });
};

const namesOf = (items: unknown): string =>
  list(items)
    .map((one) => part(one, "name"))
    .join(", ");

const folderServers = (body: Body, say: Say, language: string): string => {
  const what = list(body["files"]).flatMap((one) => {
    if (typeof one !== "object" || one === null) return [];
    const { path: file, taken, refused } = one as Body;
    return [
      ...(list(taken).length > 0 ? [say("audit:what.folderTook", { file, names: namesOf(taken) })] : []),
      ...(list(refused).length > 0
        ? [say("audit:what.folderRefused", { file, names: namesOf(refused) })]
        : []),
    ];
  });
  const between = language.startsWith("zh") ? "；" : "; ";
  return say("audit:what.folderServers", { path: words(body["path"]), what: what.join(between) });
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
  "call.backgrounded": (body, say, language) =>
    say("audit:what.backgrounded", { time: formatDuration(amount(body["afterMs"]), language) }),
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
  "review.revertDecided": (body, say) => {
    const path = words(body["path"]);
    if (body["hunks"] === undefined) return say("audit:what.revertFile", { path });
    return say("audit:what.revertHunks", { path, count: list(body["hunks"]).length });
  },
  "review.reverted": (body, say) =>
    say("audit:what.reverted", {
      path: words(body["path"]),
      added: amount(body["linesAdded"]),
      removed: amount(body["linesRemoved"]),
    }),
  "review.revertFailed": (body, say) => say("audit:what.revertFailed", { path: words(body["path"]) }),
  "command.stopDecided": (body, say) =>
    say("audit:what.stopDecided", { command: words(body["command"]), cwd: words(body["cwd"]) }),
  "command.stopped": (body, say) => {
    const id = words(body["commandId"]);
    const why = part(body["error"], "message");
    if (why !== "") return say("audit:what.commandNotStopped", { id, why });
    const processes = list(body["processes"]);
    return say("audit:what.commandStopped", { id, count: processes.length });
  },
  "turn.ended": (body, say) => say(`audit:what.ended.${words(body["reason"])}`),
  "workspace.opened": (body, say) => say("audit:what.workspaceOpened", { path: words(body["path"]) }),
  "workspace.trusted": (body, say) =>
    say(body["isTrusted"] === true ? "audit:what.trusted" : "audit:what.untrusted"),
  "workspace.serversDecided": folderServers,
  "model.added": (body, say) => say("audit:what.modelAdded", { name: words(body["name"]) }),
  "model.removed": (_, say) => say("audit:what.modelRemoved"),
  "server.added": (body, say) => say("audit:what.serverAdded", { name: words(body["name"]) }),
  "server.updated": (body, say) => say("audit:what.serverUpdated", { name: words(body["name"]) }),
  "server.configChanged": (body, say) => say("audit:what.serverConfigChanged", { name: words(body["name"]) }),
  "server.agreed": (body, say) => say("audit:what.serverAgreed", { name: words(body["name"]) }),
  "server.removed": (_, say) => say("audit:what.serverRemoved"),
  "server.started": (body, say) => say("audit:what.serverStarted", { count: amount(body["tools"]) }),
  "server.teamStarted": (body, say) =>
    say("audit:what.teamStarted", { name: words(body["name"]), url: words(body["url"]) }),
  "server.stopped": (_, say) => say("audit:what.serverStopped"),
  "server.failed": (body, say) => say("audit:what.serverFailed", { why: part(body["error"], "message") }),
  "server.toolsChanged": (body, say) =>
    say("audit:what.toolsChanged", {
      added: list(body["added"]).length,
      removed: list(body["removed"]).length,
      changed: list(body["changed"]).length,
    }),
  "server.toolDefinitionChanged": (body, say) =>
    say("audit:what.toolDefinitionChanged", { tool: words(body["tool"]) }),
  "server.toolSet": (body, say) => {
    const tool = words(body["tool"]);
    if (body["agreed"] === true) return say("audit:what.toolAgreed", { tool });
    if (body["isOff"] === true) return say("audit:what.toolOff", { tool });
    const level = words(body["severity"]);
    return level === "" ? say("audit:what.toolOn", { tool }) : say("audit:what.toolLevel", { tool, level });
  },
  "server.signedIn": (_, say) => say("audit:what.signedIn"),
  "server.signInFailed": (body, say) =>
    say("audit:what.signInFailed", { why: part(body["error"], "message") }),
  "server.signedOut": (_, say) => say("audit:what.signedOut"),
  "server.read": (body, say) =>
    say(body["what"] === "prompt" ? "audit:what.promptTaken" : "audit:what.resourceRead", {
      name: words(body["name"]),
    }),
  "server.asked": (body, say) => say("audit:what.serverAsked", { message: words(body["message"]) }),
  "server.askEnded": (body, say) => say(`audit:what.serverAsk.${askEnd(body["action"])}`),
  "config.changed": (body, say) => {
    const name = words(body["name"]);
    if (name !== "workspace.autoApplyEdits") return say("audit:what.configChanged", { name });
    const { value } = body;
    const isOn = typeof value === "object" && value !== null && (value as Body)["autoApplyEdits"] === true;
    return say(isOn ? "audit:what.autoApplyOn" : "audit:what.autoApplyOff", { path: part(value, "path") });
  },
  "host.started": (body, say) => say("audit:what.hostStarted", { version: words(body["version"]) }),
};

/**
 * What happened, in one line and in the person's language. Bodies of a list may be cut, so nothing in them is taken for
 * granted; where this table has no words of its own, the host's summary stands.
 */
export const whatHappened = (entry: AuditEntry, t: unknown, language: string): string =>
  table[entry.event.type]?.(entry.event.body, t as Say, language) ?? entry.summary;
