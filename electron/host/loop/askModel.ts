import type { StepId, TurnId, Usage } from "../../../shared/contract/index.ts";
import type { ChatMessage, ToolSpec } from "../../../shared/events/index.ts";
import { refusedTool, type ModelDelta, type ModelFailure, type ModelReply } from "../models/index.ts";
import { sha256 } from "../policy/index.ts";
import { draft, messageDelta } from "../sessions/index.ts";
import { createStream, type Stream } from "./stream.ts";
import type { TurnPorts } from "./types.ts";

/** How often one request is sent at most, counting the first (LOOP-10). */
const MAX_ATTEMPTS = 4;
/** A wait longer than this, asked for by the provider, ends the turn with the wait named instead of sleeping in silence (PV-01). */
const LONGEST_WAIT_MS = 60_000;

/** So many tools at most are left out of one request after another: a provider that refuses more refuses something else. */
const MOST_LEFT_OUT = 20;

export type Asked =
  | { readonly kind: "reply"; readonly reply: ModelReply }
  | { readonly kind: "failed"; readonly failure: ModelFailure }
  | { readonly kind: "stopped" };

interface Step {
  readonly turnId: TurnId;
  readonly stepId: StepId;
  readonly index: number;
}

/** What a model call cost by the model's price list, or null where it has none. */
export const costOf = (usage: Usage, price: TurnPorts["price"]): number | null => {
  if (!price) return null;
  const fresh = usage.inputTokens - usage.cacheReadTokens;
  const cached = usage.cacheReadTokens * (price.cacheRead ?? price.input);
  return (fresh * price.input + cached + usage.outputTokens * price.output) / 1_000_000;
};

/** Logged bodies come back with sorted keys; a schema keeps its order as text. */
const loggedTool = ({ name, description, inputSchema }: ToolSpec) => ({
  name,
  description,
  inputSchemaJson: JSON.stringify(inputSchema),
});

const logRequest = async (
  ports: TurnPorts,
  step: Step,
  attempt: number,
  messages: ChatMessage[],
  tools: ToolSpec[],
): Promise<void> => {
  const { session, model } = ports;
  const toolsHash = sha256(JSON.stringify(tools));
  const { definition } = model;
  await session.append([
    draft("model.requested", {
      ...step,
      modelId: session.state().modelId,
      model: definition.model ?? definition.name,
      attempt,
      ...(definition.temperature === undefined ? {} : { temperature: definition.temperature }),
      ...(definition.maxOutputTokens === undefined ? {} : { maxOutputTokens: definition.maxOutputTokens }),
      messages: messageDelta(session.transcript.lastRequest(), messages),
      toolsHash,
      ...(toolsHash === session.transcript.lastToolsHash() ? {} : { tools: tools.map(loggedTool) }),
    }),
  ]);
};

const retryDelay = (failure: ModelFailure, attempt: number): number | null => {
  const hasText = failure.text !== "" || failure.reasoning !== "";
  if (!failure.isPassing || hasText || attempt >= MAX_ATTEMPTS) return null;
  const wait = failure.retryAfterMs ?? 500 * 2 ** attempt;
  return wait > LONGEST_WAIT_MS ? null : wait;
};

const logFailure = async (
  ports: TurnPorts,
  step: Step,
  attempt: number,
  failure: ModelFailure,
  retryInMs: number | null,
): Promise<void> => {
  const { turnId, stepId } = step;
  const retry = retryInMs === null ? {} : { retryInMs };
  await ports.session.append([
    draft("model.failed", { turnId, stepId, attempt, error: failure.error, text: failure.text, ...retry }),
  ]);
};

const attemptOnce = async (
  ports: TurnPorts,
  request: { messages: ChatMessage[]; tools: ToolSpec[] },
  stream: Stream,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<TurnPorts["model"]["complete"]>>> => {
  const onDelta = (delta: ModelDelta): void => {
    stream.push(delta);
  };
  try {
    return await ports.model.complete(
      { ...request, workspacePath: ports.session.state().workspacePath },
      signal,
      onDelta,
    );
  } finally {
    await stream.end();
  }
};

/**
 * One step's model call: logs the exact request, streams, retries passing faults where nothing was said yet (a cut answer is kept and never
 * repeated, PV-02), obeys `Retry-After`, leaves out a tool that the provider refuses (MC-13), and logs each failure. Rejects only when the log
 * cannot be written.
 */
export const askModel = async (
  ports: TurnPorts,
  step: Step,
  messages: ChatMessage[],
  offered: ToolSpec[],
  signal: AbortSignal,
): Promise<Asked> => {
  let tools = offered;
  for (let attempt = 1; ; attempt++) {
    await logRequest(ports, step, attempt, messages, tools);
    const outcome = await attemptOnce(ports, { messages, tools }, createStream(ports, step), signal);
    if (outcome.ok) return { kind: "reply", reply: outcome.reply };
    const { failure } = outcome;
    if (signal.aborted || failure.isCancelled) {
      await logFailure(ports, step, attempt, failure, null);
      return { kind: "stopped" };
    }
    const refused = refusedTool(
      failure,
      tools.map(({ name }) => name),
    );
    const leftOut = offered.length - tools.length;
    if (refused !== null && leftOut < MOST_LEFT_OUT) {
      await logFailure(ports, step, attempt, failure, 0);
      ports.leaveOut(refused, failure.error);
      tools = tools.filter(({ name }) => name !== refused);
      continue;
    }
    const retryInMs = retryDelay(failure, attempt - leftOut);
    await logFailure(ports, step, attempt, failure, retryInMs);
    if (retryInMs === null) return { kind: "failed", failure };
    await ports.clock.wait(retryInMs, signal);
    if (signal.aborted) return { kind: "stopped" };
  }
};
