import type { JsonObject, TurnId } from "../../../shared/contract/index.ts";
import type { EventBody, LoggedEvent } from "../../../shared/events/index.ts";
import type { Call } from "../../../shared/session/index.ts";
import { draft } from "../sessions/index.ts";
import { proposedHash, waitForPerson, type Shown } from "./approve.ts";
import type { OpenCall } from "./callTypes.ts";
import { follow } from "./runCalls.ts";
import { createGate, lanes } from "./schedule.ts";
import type { TurnPorts } from "./types.ts";

interface Stored {
  readonly args: JsonObject;
  readonly request: EventBody<"call.approvalRequested">;
  readonly assessed: EventBody<"call.assessed">;
  readonly askedAt: number;
}

const storedOf = (events: readonly LoggedEvent[], call: Call): Stored | null => {
  let args: JsonObject | undefined;
  let assessed: EventBody<"call.assessed"> | undefined;
  let found: Stored | null = null;
  for (const event of events) {
    if (event.type === "call.proposed" && event.body.callId === call.callId) args = event.body.arguments;
    if (event.type === "call.assessed" && event.body.callId === call.callId) assessed = event.body;
    if (event.type === "call.approvalRequested" && event.body.callId === call.callId && args && assessed)
      found = { args, assessed, request: event.body, askedAt: event.at };
  }
  return found;
};

const lostText =
  "The app was closed while this call waited, and what it needs to run is gone or has changed since. It did not run; ask for it again if it is still wanted.";

/**
 * Takes up the calls of a turn that waited for a person when the host went away: they go on waiting with the same card (design §2). A call
 * whose arguments cannot be restored exactly (a secret was replaced), or whose tool changed, is closed and said so.
 */
export const resumeCalls = async (ports: TurnPorts, turnId: TurnId, signal: AbortSignal): Promise<void> => {
  const waiting = ports.session
    .state()
    .calls.filter((call) => call.turnId === turnId && call.state === "awaitingApproval");
  if (waiting.length === 0) return;
  const events = [...ports.session.events()];
  const gate = createGate(8);
  const order = lanes();
  const running = waiting.map(async (call) => {
    const stored = storedOf(events, call);
    const entry = ports.tools().find((tool) => tool.modelName === call.modelName);
    const files = stored?.request.files;
    const same =
      stored &&
      proposedHash(stored.args, files) === stored.request.argsHash &&
      entry?.definitionHash === stored.assessed.definitionHash;
    if (!stored || !entry || !same) {
      const end = {
        callId: call.callId,
        outcome: "interrupted" as const,
        code: "stale",
        content: [],
        text: lostText,
        preview: lostText,
        bytes: 0,
        durationMs: null,
      };
      await ports.session.append([draft("call.failed", end)]);
      return;
    }
    const { severity, rule, reasons } = stored.assessed;
    const base: Omit<OpenCall, "turnToRun"> = {
      callId: call.callId,
      stepId: call.stepId,
      turnId,
      entry,
      args: stored.args,
      severity,
    };
    const shown: Shown = {
      files,
      argsHash: stored.request.argsHash,
      assessment: { severity, rule, reasons },
    };
    await order.enter(base, async (turnToRun) => {
      const open = { ...base, turnToRun };
      await follow(
        ports,
        open,
        await waitForPerson(ports, open, shown, stored.askedAt, signal),
        gate,
        signal,
      );
    });
  });
  await Promise.all(running);
};
