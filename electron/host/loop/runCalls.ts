import type { CallId, FilePreview, JsonObject, StepId, TurnId } from "../../../shared/contract/index.ts";
import type { EventBody } from "../../../shared/events/index.ts";
import type { ToolEntry } from "../mcp/index.ts";
import type { ModelReply, ReplyCall } from "../models/index.ts";
import type { Touched } from "../policy/assess/index.ts";
import { draft, type Draft } from "../sessions/index.ts";
import { assessedDraft, decide, policyDecision, proposedHash, type Shown, type Verdict } from "./approve.ts";
import type { Allowed, CallEnd, OpenCall } from "./callTypes.ts";
import { durabilityOf, execute, startedDraft } from "./execute.ts";
import { unreadProblem, type PreviewedFile } from "./readBeforeChange.ts";
import { resolveCall, type Resolved } from "./resolveCall.ts";
import { previewOf, resultText } from "./resultText.ts";
import { createGate, lanes, type Gate } from "./schedule.ts";
import { shownCommand } from "./shownCommand.ts";
import type { CallPorts } from "./types.ts";
import { withReason } from "./whyGone.ts";

/** At most this many calls of a step run at once (LOOP-06). */
const WIDTH = 8;

const failedDraft = (
  callId: CallId,
  code: string,
  text: string,
  outcome: EventBody<"call.failed">["outcome"] = "failed",
): Draft =>
  draft("call.failed", {
    callId,
    outcome,
    code,
    content: [],
    text,
    preview: previewOf(text),
    bytes: Buffer.byteLength(text),
    durationMs: null,
  });

interface Asked {
  readonly callId: CallId;
  readonly reply: ReplyCall;
  readonly resolved: Resolved;
  /** Of the arguments as asked. */
  readonly argsHash: string;
}

const proposedDraft = (ports: CallPorts, step: { stepId: StepId; turnId: TurnId }, asked: Asked): Draft => {
  const { callId, reply, resolved, argsHash } = asked;
  return draft("call.proposed", {
    callId,
    ...step,
    serverId: resolved.entry?.serverId ?? null,
    serverName: resolved.entry?.serverName ?? "",
    tool: resolved.entry?.name ?? reply.name,
    modelName: reply.name,
    arguments: ports.redact(resolved.args),
    argsHash,
  });
};

const stoppedText = "The user stopped the turn before this call ran. Nothing was run.";
const changedToolText =
  "The tool's definition changed after it was approved, so nothing was run. Look at the tool list and ask again.";

const runAllowed = async (
  ports: CallPorts,
  call: OpenCall,
  allowed: Allowed,
  gate: Gate,
  signal: AbortSignal,
): Promise<CallEnd> => {
  await call.turnToRun;
  return gate.run(async () => {
    if (signal.aborted) {
      await ports.session.append([failedDraft(call.callId, "stopped", stoppedText, "cancelled")]);
      return "cancelled";
    }
    const now = ports
      .tools()
      .find((tool) => tool.serverId === call.entry.serverId && tool.name === call.entry.name);
    if (now?.definitionHash !== call.entry.definitionHash) {
      await ports.session.append([failedDraft(call.callId, "stale", changedToolText)]);
      return "failed";
    }
    await ports.session.append([startedDraft(call, allowed, 1)], durabilityOf(allowed.severity));
    return execute(ports, call, allowed, signal);
  });
};

/** Carries out what was decided. */
export const follow = async (
  ports: CallPorts,
  call: OpenCall,
  outcome: Verdict,
  gate: Gate,
  signal: AbortSignal,
): Promise<CallEnd> => {
  switch (outcome.kind) {
    case "denied":
      return "denied";
    case "withdrawn":
      await ports.session.append([failedDraft(call.callId, "stopped", stoppedText, "cancelled")]);
      return "cancelled";
    case "allowed":
      return runAllowed(ports, call, outcome.allowed, gate, signal);
  }
};

type Preview =
  | { readonly ok: true; readonly files: FilePreview[] | undefined; readonly touched?: Touched }
  | { readonly ok: false; readonly draft: Draft };

const preview = async (ports: CallPorts, call: OpenCall, signal: AbortSignal): Promise<Preview> => {
  if (!call.entry.canPreview) return { ok: true, files: undefined };
  const asked = await ports.servers.call(call.entry, call.args, {
    meta: { "loopwright/preview": true },
    signal,
    timeoutMs: call.entry.timeoutMs,
  });
  if (!asked.ok)
    return {
      ok: false,
      draft: failedDraft(call.callId, asked.error.code, `${asked.error.message}\n\nNothing was changed.`),
    };
  const result = ports.redact(asked.value);
  const structured = (result.structured ?? {}) as {
    preview?: { files?: (FilePreview & PreviewedFile)[] } & Partial<Touched>;
    error?: { code?: string };
  };
  if (result.isError || !structured.preview?.files) {
    const origin = { serverName: call.entry.serverName, tool: call.entry.name, isBundled: true };
    return {
      ok: false,
      draft: failedDraft(
        call.callId,
        structured.error?.code ?? "toolError",
        resultText(result.content, undefined, origin),
      ),
    };
  }
  const unread = unreadProblem(call.entry.name, structured.preview.files, ports.session.seen);
  if (unread !== null) return { ok: false, draft: failedDraft(call.callId, "stale", unread) };
  const files = structured.preview.files.map(({ path, baseHash, before, after, isProtected }) => ({
    path,
    baseHash,
    before,
    after,
    ...(isProtected === undefined ? {} : { isProtected }),
  }));
  const { fileCount = files.length, guarded = [] } = structured.preview;
  // A change of whole files or folders has no text to show: its card has the arguments alone.
  return { ok: true, files: files.length === 0 ? undefined : files, touched: { fileCount, guarded } };
};

const handle = async (
  ports: CallPorts,
  call: OpenCall,
  gate: Gate,
  signal: AbortSignal,
): Promise<CallEnd> => {
  if (call.entry.canPreview) await call.turnToRun;
  const previewed = await preview(ports, call, signal);
  if (!previewed.ok) {
    await ports.session.append([previewed.draft]);
    return "failed";
  }
  const { files, touched } = previewed;
  const { workspacePath } = ports.session.state();
  const assessment = ports.assess({
    entry: call.entry,
    args: call.args,
    workspacePath,
    ...(files ? { previewFiles: files } : {}),
    ...(touched ? { touched } : {}),
  });
  const shown: Shown = { files, argsHash: proposedHash(call.args, files), assessment };
  return follow(
    ports,
    { ...call, severity: assessment.severity },
    await decide(ports, call, shown, signal),
    gate,
    signal,
  );
};

/**
 * A command without a time limit of its own gets the one from the settings, as an argument: what runs is what the card shows. One for the
 * background does not: nothing waits for it.
 */
const withTimeLimit = (ports: CallPorts, resolved: Resolved): Resolved => {
  if (!resolved.ok || !resolved.entry.isBundled || shownCommand(resolved.args) === undefined) return resolved;
  const { args, entry } = resolved;
  if (args["background"] === true) return resolved;
  const limit = ports.commandTimeoutMs();
  if (args["timeout_ms"] !== undefined || args["timeoutMs"] !== undefined || limit === entry.timeoutMs)
    return resolved;
  return { ...resolved, args: { ...args, timeout_ms: limit } };
};

interface Ready {
  readonly asked: Asked;
  readonly entry: ToolEntry;
  readonly args: JsonObject;
  readonly first: ReturnType<CallPorts["assess"]>;
}

const openingDrafts = (
  ports: CallPorts,
  step: { stepId: StepId; turnId: TurnId },
  all: readonly Asked[],
  ready: readonly Ready[],
): Draft[] => {
  const byId = new Map(ready.map((item) => [item.asked.callId, item]));
  return all.flatMap((asked) => {
    const item = byId.get(asked.callId);
    const proposed = proposedDraft(ports, step, asked);
    if (!item)
      return [
        proposed,
        failedDraft(asked.callId, "invalidInput", asked.resolved.ok ? "" : asked.resolved.problem),
      ];
    if (item.first.severity !== "L1") return [proposed];
    const call = { ...openCall(step, item), turnToRun: Promise.resolve() };
    return [
      proposed,
      assessedDraft(call, item.first),
      policyDecision(call, asked.argsHash, "allow", item.first.rule),
      startedDraft(call, unasked(asked.argsHash, item.args), 1),
    ];
  });
};

const openCall = (step: { stepId: StepId; turnId: TurnId }, item: Ready): Omit<OpenCall, "turnToRun"> => ({
  callId: item.asked.callId,
  ...step,
  entry: item.entry,
  args: item.args,
  severity: item.first.severity,
  ...(item.asked.resolved.ok && item.asked.resolved.unchecked !== undefined
    ? { unchecked: item.asked.resolved.unchecked }
    : {}),
});

/** What a read may do: run as it was asked, with nobody asked about it. */
const unasked = (argsHash: string, args: JsonObject): Allowed => ({
  args,
  files: undefined,
  argsHash,
  severity: "L1",
  note: "",
});

const runReady = (
  ports: CallPorts,
  call: OpenCall,
  argsHash: string,
  gate: Gate,
  signal: AbortSignal,
): Promise<CallEnd> =>
  call.severity === "L1"
    ? gate.run(() => execute(ports, call, unasked(argsHash, call.args), signal))
    : handle(ports, call, gate, signal);

/** How the calls of a step went, in the order asked; `key` names the same call with the same arguments. */
export interface StepEnds {
  readonly ends: readonly { readonly key: string; readonly end: CallEnd }[];
}

/**
 * Runs the calls of one answer. The answer, every proposal and the intents of the reads are one commit. Reads start at once, up to eight side
 * by side; changes and commands run in the order asked where one may need the other; a call that waits for a person holds back no other.
 * Rejects only when the log cannot be written, after every started call has come to its end.
 */
export const runCalls = async (
  ports: CallPorts,
  step: { stepId: StepId; turnId: TurnId },
  reply: ModelReply,
  completed: (calls: EventBody<"model.completed">["calls"]) => Draft,
  signal: AbortSignal,
): Promise<StepEnds> => {
  const tools = ports.tools();
  const all = await Promise.all(
    reply.calls.map(async (item): Promise<Asked> => {
      const callId = ports.newId("call") as CallId;
      const found = withTimeLimit(ports, await resolveCall(item, tools, ports.validate));
      const resolved = await withReason(ports, item.name, found, tools, signal);
      return { callId, reply: item, resolved, argsHash: proposedHash(resolved.args) };
    }),
  );
  const { workspacePath } = ports.session.state();
  const ready = all.flatMap((asked): Ready[] => {
    if (!asked.resolved.ok) return [];
    const { entry, args } = asked.resolved;
    return [{ asked, entry, args, first: ports.assess({ entry, args, workspacePath }) }];
  });
  const askedCalls = all.map(({ callId, reply: item }) => ({
    callId,
    name: item.name,
    argumentsText: item.argumentsText,
  }));
  await ports.session.append([completed(askedCalls), ...openingDrafts(ports, step, all, ready)]);

  const gate = createGate(WIDTH);
  const order = lanes();
  const running = ready.map((item) => {
    const base = openCall(step, item);
    return order.enter(base, (turnToRun) =>
      runReady(ports, { ...base, turnToRun }, item.asked.argsHash, gate, signal),
    );
  });
  const settled = await Promise.allSettled(running);
  const broken = settled.find((item) => item.status === "rejected");
  if (broken) throw broken.reason;
  const ends = new Map(
    ready.map((item, at) => [item.asked.callId, (settled[at] as PromiseFulfilledResult<CallEnd>).value]),
  );
  return {
    ends: all.map(({ callId, reply: item, argsHash }) => ({
      key: `${item.name} ${argsHash}`,
      end: ends.get(callId) ?? "failed",
    })),
  };
};
