import type { EventBody, EventType } from "../../../../shared/events/index.ts";

/** Longest summary, in UTF-16 units. */
const SUMMARY_CHARS = 160;

const ODD =
  /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** Makes odd characters visible: controls, zero-width and bidi marks as `\u202e`, blanks of any kind as one blank. */
export const visible = (text: string): string =>
  text
    .replace(/[\t\r\n]+/g, " ")
    .replace(ODD, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

const line = (text: unknown, max = SUMMARY_CHARS): string => {
  const one = visible(typeof text === "string" ? text : (JSON.stringify(text) ?? "")).trim();
  return one.length <= max ? one : `${one.slice(0, max - 1).toWellFormed()}…`;
};

/** Bodies may be previews, so nothing in them is taken for granted. */
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };
type Table = { readonly [T in EventType]: (body: Loose<EventBody<T>>) => string };

const count = (items: readonly unknown[] | undefined, one: string): string =>
  `${items?.length ?? 0} ${one}${items?.length === 1 ? "" : "s"}`;

const table: Table = {
  "session.created": (b) => `Session created: ${b.title ?? ""}`,
  "session.renamed": (b) => `Session renamed: ${b.title ?? ""}`,
  "session.changed": (b) => `Session changed: ${Object.keys(b).join(", ")}`,
  "message.user": (b) => b.text ?? "",
  "model.requested": (b) =>
    `Asked ${b.model ?? "the model"}, step ${(b.index ?? 0) + 1}${(b.attempt ?? 1) > 1 ? `, attempt ${b.attempt}` : ""}`,
  "model.partial": (b) => `Streaming: ${b.text ?? ""}`,
  "model.completed": (b) =>
    b.text !== undefined && b.text !== ""
      ? b.text
      : `Asked for ${count(b.calls, "call")}: ${(b.calls ?? []).map((call) => call.name).join(", ")}`,
  "model.failed": (b) => `Model failed: ${b.error?.message ?? ""}`,
  "call.proposed": (b) => `${b.modelName ?? b.tool ?? ""} ${JSON.stringify(b.arguments ?? {})}`,
  "call.assessed": (b) => `Assessed ${b.severity ?? ""}: ${(b.reasons ?? []).join("; ")}`,
  "call.approvalRequested": (b) =>
    `Waits for a person (${b.severity ?? ""})${b.command === undefined ? "" : `: ${b.command.line}`}`,
  "call.decided": (b) =>
    `${b.decision ?? ""} by ${b.by ?? ""}${b.reason === undefined ? "" : `: ${b.reason}`}`,
  "call.started": () => "Started",
  "call.progressed": (b) =>
    `Progress ${b.progress ?? ""}${b.total === undefined ? "" : ` of ${b.total}`}${b.message === undefined ? "" : `: ${b.message}`}`,
  "call.backgrounded": (b) => `Goes on in the background after ${b.afterMs ?? 0} ms`,
  "call.completed": (b) => `Completed in ${b.durationMs ?? 0} ms: ${b.preview ?? ""}`,
  "call.failed": (b) => `${b.outcome ?? "failed"}: ${b.preview ?? ""}`,
  "file.changed": (b) => `Changed ${b.path ?? ""} (+${b.linesAdded ?? 0} -${b.linesRemoved ?? 0})`,
  "review.revertDecided": (b) =>
    `Revert of ${b.path ?? ""} decided by ${b.by ?? ""}: ${b.hunks === undefined ? "the whole file" : count(b.hunks, "hunk")}`,
  "review.reverted": (b) => `Reverted ${b.path ?? ""} (+${b.linesAdded ?? 0} -${b.linesRemoved ?? 0})`,
  "review.revertFailed": (b) => `Not reverted: ${b.path ?? ""} (${b.code ?? ""})`,
  "command.stopDecided": (b) => `Stop of ${b.commandId ?? ""} decided by ${b.by ?? ""}: ${b.command ?? ""}`,
  "command.stopped": (b) =>
    b.error === undefined
      ? `Stopped ${b.commandId ?? ""}: ${(b.processes ?? []).map(({ name }) => name).join(", ") || "nothing of it ran"}`
      : `Not stopped: ${b.commandId ?? ""}, ${b.error.message}`,
  "turn.ended": (b) => `Turn ended: ${b.reason ?? ""}${b.error === undefined ? "" : `, ${b.error.message}`}`,
  "workspace.opened": (b) => `Workspace opened: ${b.path ?? ""}`,
  "workspace.trusted": (b) => (b.isTrusted === true ? "Workspace trusted" : "Workspace no longer trusted"),
  "workspace.serversDecided": (b) => {
    const names = (items: readonly { readonly name: string }[] | undefined): string =>
      (items ?? []).map(({ name }) => name).join(", ") || "none";
    const files = (b.files ?? []).map(
      ({ path, taken, refused }) => `${path}: took ${names(taken)}, refused ${names(refused)}`,
    );
    return `Servers of a folder decided about: ${files.join("; ")} (${b.path ?? ""})`;
  },
  "model.added": (b) => `Model added: ${b.name ?? ""}`,
  "model.removed": () => "Model removed",
  "server.added": (b) => `Server added: ${b.name ?? ""}`,
  "server.updated": (b) => `Server updated: ${b.name ?? ""}`,
  "server.configChanged": (b) =>
    `Server not started, its definition is not the one agreed to: ${b.name ?? ""}`,
  "server.agreed": (b) => `Server agreed to: ${b.name ?? ""}`,
  "server.removed": () => "Server removed",
  "server.started": (b) => `Server started with ${b.tools ?? 0} tools`,
  "server.teamStarted": (b) => `Team server ${b.name ?? ""} listens at ${b.url ?? ""}`,
  "server.stopped": () => "Server stopped",
  "server.failed": (b) => `Server failed: ${b.error?.message ?? ""}`,
  "server.toolsChanged": (b) =>
    `Tools changed: ${count(b.added, "new one")}, ${b.removed?.length ?? 0} gone, ${b.changed?.length ?? 0} changed`,
  "server.toolDefinitionChanged": (b) => `The definition of ${b.tool ?? ""} has changed`,
  "server.toolSet": (b) =>
    `Tool ${b.tool ?? ""}: ${b.isOff === true ? "switched off" : "on"}, level ${b.severity ?? "as assessed"}${b.agreed === true ? ", changed definition agreed to" : ""}`,
  "server.signedIn": () => "Signed in at a server",
  "server.signInFailed": (b) => `Sign-in failed: ${b.error?.message ?? ""}`,
  "server.signedOut": () => "Signed out of a server",
  "server.read": (b) => `Read ${b.what ?? ""}: ${b.name ?? ""}`,
  "server.asked": (b) => `Server asked (${b.kind ?? ""}): ${b.message ?? ""}`,
  "server.askEnded": (b) => `Server's question ended: ${b.action ?? ""}`,
  "config.changed": (b) =>
    `Setting changed: ${b.name ?? ""}${typeof b.value === "object" && b.name?.startsWith("workspace.") === true ? ` ${JSON.stringify(b.value)}` : ""}`,
  "host.started": (b) => `Host ${b.version ?? ""} started`,
};

/** What happened, in one line of at most {@link SUMMARY_CHARS} and with odd characters visible. Reads previews as well as whole bodies; never throws. */
export const summarise = (type: EventType, body: Record<string, unknown>): string => {
  // A newer program may have written a type that this one does not know.
  const say = table[type] as ((body: Record<string, unknown>) => string) | undefined;
  try {
    return line(say === undefined ? type : say(body));
  } catch {
    // A preview that was cut inside: its type still says what it was.
    return type;
  }
};
