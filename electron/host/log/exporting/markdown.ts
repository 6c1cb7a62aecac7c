import type { LoggedEvent } from "../../../../shared/events/index.ts";
import { clipText } from "../../../../shared/text/index.ts";
import { unifiedDiff } from "./diff.ts";
import { fenced, inlineCode, plain } from "./markdownText.ts";

/** Longest text of a message or result in a report, in UTF-16 units; the JSON export has the whole. */
const TEXT_CHARS = 20_000;
const ARGUMENT_CHARS = 4000;

/** A time as a person and a program read it. */
export const isoTime = (at: number): string => new Date(at).toISOString();

const json = (value: unknown): string =>
  fenced(clipText(JSON.stringify(value, null, 2), ARGUMENT_CHARS), "json");
const text = (value: string): string => fenced(clipText(value, TEXT_CHARS));

/** What a report must know from earlier events: counters, and which tool a call is of. */
export interface ReportState {
  turns: number;
  readonly tools: Map<string, string>;
}

const toolOf = (state: ReportState, callId: string): string => inlineCode(state.tools.get(callId) ?? callId);

const requestedApproval = (event: Extract<LoggedEvent, { type: "call.approvalRequested" }>): string[] => {
  const { severity, files, command } = event.body;
  return [
    `- Waited for a person from ${isoTime(event.at)} (${severity})`,
    ...(command === undefined ? [] : ["", `In ${inlineCode(command.cwd)}:`, "", fenced(command.line, "sh")]),
    ...(files ?? []).flatMap(({ path, before, after }) => [
      "",
      fenced(clipText(unifiedDiff(path, before, after), TEXT_CHARS), "diff"),
    ]),
    "",
  ];
};

const decided = (event: Extract<LoggedEvent, { type: "call.decided" }>): string[] => {
  const { decision, by, rule, reason, files, arguments: edited } = event.body;
  const why = reason === undefined ? "" : `: ${plain(reason)}`;
  return [
    `- Decided: **${decision}** by ${by} (${plain(rule)}) at ${isoTime(event.at)}${why}`,
    ...(edited === undefined ? [] : ["", "With other arguments:", "", json(edited)]),
    ...(files ?? []).flatMap(({ path, content }) => [
      "",
      `With other content for ${inlineCode(path)}:`,
      "",
      text(content),
    ]),
    "",
  ];
};

const proposed = (state: ReportState, event: Extract<LoggedEvent, { type: "call.proposed" }>): string[] => {
  const { callId, modelName, arguments: args, argsHash, serverName } = event.body;
  state.tools.set(callId, modelName);
  return [
    `#### Call ${inlineCode(modelName)}`,
    "",
    `- Proposed at ${isoTime(event.at)}, server ${inlineCode(serverName)}, arguments ${inlineCode(argsHash)}`,
    "",
    json(args),
    "",
  ];
};

const reportCall = (state: ReportState, event: LoggedEvent): string[] => {
  const at = isoTime(event.at);
  switch (event.type) {
    case "call.proposed":
      return proposed(state, event);
    case "call.assessed":
      return [
        `- Assessed: **${event.body.severity}** (${plain(event.body.rule)}) ${event.body.reasons.map(plain).join("; ")}`,
      ];
    case "call.approvalRequested":
      return requestedApproval(event);
    case "call.decided":
      return decided(event);
    case "call.started":
      return [
        `- ${toolOf(state, event.body.callId)} started at ${at}, arguments ${inlineCode(event.body.argsHash)}`,
      ];
    case "call.backgrounded":
      return [
        `- ${toolOf(state, event.body.callId)} had not ended after ${event.body.afterMs} ms and went on in the background (${at})`,
      ];
    case "call.completed":
      return [
        `- ${toolOf(state, event.body.callId)} completed after ${event.body.durationMs} ms, ${event.body.bytes} bytes:`,
        "",
        text(event.body.preview),
        "",
      ];
    case "call.failed":
      return [
        `- ${toolOf(state, event.body.callId)} ended as **${event.body.outcome}** (${plain(event.body.code)}):`,
        "",
        text(event.body.preview),
        "",
      ];
    case "file.changed":
      return [
        `- Changed ${inlineCode(event.body.path)}: +${event.body.linesAdded} -${event.body.linesRemoved}`,
      ];
    default:
      return [];
  }
};

/** One event of a session as Markdown, or nothing where it adds nothing to read. All foreign text is fenced or escaped. */
export const reportEvent = (state: ReportState, event: LoggedEvent): string[] => {
  const at = isoTime(event.at);
  switch (event.type) {
    case "message.user":
      state.turns++;
      return [`## Turn ${state.turns}`, "", `Person, ${at}:`, "", text(event.body.text), ""];
    case "model.requested":
      return [`### Step ${event.body.index + 1}, asked ${inlineCode(event.body.model)} at ${at}`, ""];
    case "model.completed": {
      const { usage, latencyMs, finishReason, costUsd } = event.body;
      const cost = costUsd === null ? "" : `, ${costUsd} USD`;
      return [
        ...(event.body.reasoning === "" ? [] : ["Reasoning:", "", text(event.body.reasoning), ""]),
        ...(event.body.text === "" ? [] : ["Model:", "", text(event.body.text), ""]),
        `${usage.inputTokens} tokens in, ${usage.outputTokens} out${cost}, ${latencyMs} ms, ${plain(finishReason)}`,
        "",
      ];
    }
    case "model.failed":
      return [`The model failed at ${at}:`, "", text(event.body.error.message), ""];
    case "turn.ended": {
      const { reason, error } = event.body;
      return [
        `Turn ended at ${at}: **${reason}**${error === undefined ? "" : `, ${plain(error.message)}`}`,
        "",
      ];
    }
    case "review.revertDecided": {
      const { path, by, hunks } = event.body;
      const what = hunks === undefined ? "whole" : `${hunks.length} of its changes`;
      return [`- Revert of ${inlineCode(path)} (${what}) decided by ${by} at ${at}`];
    }
    case "review.reverted":
      return [
        `- Reverted ${inlineCode(event.body.path)}: +${event.body.linesAdded} -${event.body.linesRemoved}`,
        "",
      ];
    case "review.revertFailed":
      return [`- Not reverted: ${inlineCode(event.body.path)} (${plain(event.body.code)})`, ""];
    case "session.renamed":
      return [`Renamed at ${at} to ${plain(event.body.title)}`, ""];
    default:
      return event.sessionId === "system"
        ? [`- ${at} ${inlineCode(event.type)}: ${inlineCode(clipText(JSON.stringify(event.body), 300))}`]
        : reportCall(state, event);
  }
};
