import { ok, type CallId, type JsonObject } from "../../../shared/contract/index.ts";
import { isInBackground, type Call } from "../../../shared/session/index.ts";
import type { ToolResult } from "../mcp/index.ts";
import type { LiveSession } from "../sessions/index.ts";
import { hostTool, textResult, type OfferedTools } from "../toolSearch/index.ts";
import type { BackgroundCalls } from "./backgroundCalls.ts";

const LONGEST_WAIT_S = 300;

const id = { type: "string", minLength: 1, maxLength: 100, description: "The id you were given." };

const resultTool = hostTool({
  name: "call_result",
  description:
    "Tells how a call that went on in the background fares, and gives its result once it has ended. Wait only when you cannot go on without it.",
  inputSchema: {
    type: "object",
    properties: {
      id,
      wait_seconds: {
        type: "integer",
        minimum: 0,
        maximum: LONGEST_WAIT_S,
        description: "How long to wait for its end; 0, or left out: look at it now.",
      },
    },
    required: ["id"],
    additionalProperties: false,
  },
});

const stopTool = hostTool({
  name: "stop_call",
  description: "Stops a call that goes on in the background. What it has done until then may remain.",
  inputSchema: { type: "object", properties: { id }, required: ["id"], additionalProperties: false },
});

/** What the tools look at. */
interface Ports {
  readonly session: Pick<LiveSession, "id" | "state" | "events">;
  readonly calls: BackgroundCalls;
  readonly clock: { now(): number };
}

const wasHeld = (call: Call): boolean => call.backgroundedAt !== undefined;

const problem = (text: string): ToolResult => ({ ...textResult(text), isError: true });

const unknownCall = ({ session }: Ports, asked: string): ToolResult => {
  const held = session.state().calls.filter(wasHeld);
  const rows = held.map((call) => `- ${call.callId}: ${call.modelName}, ${call.state}`).join("\n");
  return problem(`No call "${asked}" went on in the background. Nothing was done.\n\nThere are:\n${rows}`);
};

const secondsOf = (call: Call, until: number): number =>
  Math.round(((call.endedAt ?? until) - (call.startedAt ?? call.proposedAt)) / 1000);

const progressOf = ({ progress }: Call): string => {
  if (progress === undefined) return "";
  const total = progress.total === undefined ? "" : ` of ${progress.total}`;
  const message = progress.message === undefined ? "" : ` (${progress.message})`;
  return ` It last reported progress ${progress.progress}${total}${message}.`;
};

const stillRunning = (call: Call, now: number): ToolResult =>
  textResult(
    `Still running: ${call.modelName}, call ${call.callId}, for ${secondsOf(call, now)} s.${progressOf(call)}\n\nGo on with what does not need it, wait with ${resultTool.name}, or end it with ${stopTool.name}.`,
    { id: call.callId, state: "running" },
  );

const endText = (session: Ports["session"], callId: CallId): string => {
  let text = "";
  for (const event of session.events())
    if ((event.type === "call.completed" || event.type === "call.failed") && event.body.callId === callId)
      text = event.body.text;
  return text;
};

const ended = ({ session, clock }: Ports, call: Call): ToolResult => ({
  ...textResult(
    `Ended: ${call.modelName}, call ${call.callId}, ${call.state} after ${secondsOf(call, clock.now())} s. Its result:\n\n${endText(session, call.callId)}`,
    { id: call.callId, state: call.state },
  ),
  isError: call.state !== "completed",
});

const answer = async (
  ports: Ports,
  name: string,
  args: JsonObject,
  signal: AbortSignal,
): Promise<ToolResult> => {
  const { session, calls, clock } = ports;
  const asked = String(args["id"]);
  const find = (): Call | undefined =>
    session.state().calls.find((call) => call.callId === asked && wasHeld(call));
  const found = find();
  if (found === undefined) return unknownCall(ports, asked);
  const { callId } = found;
  const wait = args["wait_seconds"];
  if (name === stopTool.name) await calls.stop(session.id, callId);
  else if (typeof wait === "number")
    await calls.wait(session.id, callId, Math.min(wait, LONGEST_WAIT_S) * 1000, signal);
  const now = find() ?? found;
  return isInBackground(now) ? stillRunning(now, clock.now()) : ended(ports, now);
};

/** Offers, once a call of the session has gone on in the background, the tools to wait for, read and stop it (MCP-12). */
export const withBackgroundTools = (offered: OfferedTools, ports: Ports): OfferedTools => {
  const own = [resultTool, stopTool];
  return {
    tools: () => (ports.session.state().calls.some(wasHeld) ? [...offered.tools(), ...own] : offered.tools()),
    servers: {
      call: async (entry, args, options) =>
        own.some(({ serverId, name }) => serverId === entry.serverId && name === entry.name)
          ? ok(await answer(ports, entry.name, args, options.signal))
          : offered.servers.call(entry, args, options),
    },
  };
};
