import type { Approval, FilePreview, JsonObject, Severity } from "../../../shared/contract/index.ts";
import type { Call } from "../../../shared/session/index.ts";
import { argsHashOf, verdict, type Decision, type HashedFile } from "../policy/index.ts";
import type { Assessment } from "../policy/assess/index.ts";
import { draft, type Draft } from "../sessions/index.ts";
import type { Allowed, OpenCall } from "./callTypes.ts";
import { editedArgumentsText, editedFilesText } from "./editedText.ts";
import { durabilityOf } from "./execute.ts";
import { shownCommand } from "./shownCommand.ts";
import type { CallPorts } from "./types.ts";

/** What the decision came to. */
export type Verdict =
  | { readonly kind: "allowed"; readonly allowed: Allowed }
  | { readonly kind: "denied" }
  | { readonly kind: "withdrawn" };

/** What a card shows beside the arguments. */
export interface Shown {
  readonly files: readonly FilePreview[] | undefined;
  readonly argsHash: string;
  readonly assessment: Assessment;
}

const READ_SHOWN = 30;

/** What the session had read before it asked, newest last: the tool and the thing it named. */
export const readBefore = (calls: readonly Call[]): string[] =>
  calls
    .filter((call) => call.severity === "L1" && call.state === "completed")
    .map((call) => {
      const named = ["path", "filename", "pattern", "query", "uri"]
        .map((key) => call.arguments[key])
        .find((value) => typeof value === "string");
      return named === undefined ? call.tool : `${call.tool} ${named}`;
    })
    .filter((text, at, all) => all.indexOf(text) === at)
    .slice(-READ_SHOWN);

const commandOf = (ports: CallPorts, call: OpenCall): Approval["command"] => {
  const line = shownCommand(call.args);
  if (!call.entry.isBundled || line === undefined) return undefined;
  const { cwd } = call.args;
  const { sandbox } = call.entry;
  const timeout = call.args["timeout_ms"] ?? call.args["timeoutMs"];
  const root = ports.session.state().workspacePath;
  const timeoutMs = typeof timeout === "number" ? timeout : call.entry.timeoutMs;
  return {
    line,
    cwd: typeof cwd === "string" && cwd !== "." && cwd !== "" ? `${root}/${cwd}` : root,
    timeoutMs,
    ...(sandbox === undefined ? {} : { sandbox: { ...sandbox, network: call.args["network"] === true } }),
  };
};

/** The assessment as it goes to the log; with the files of a change that no card shows, so that it can be reviewed later. */
export const assessedDraft = (
  call: Pick<OpenCall, "callId" | "entry">,
  assessment: Assessment,
  files?: readonly FilePreview[],
): Draft =>
  draft("call.assessed", {
    callId: call.callId,
    severity: assessment.severity,
    rule: assessment.rule,
    reasons: [...assessment.reasons],
    definitionHash: call.entry.definitionHash,
    ...(files ? { files: [...files] } : {}),
  });

/** A decision by the policy itself, without a person. */
export const policyDecision = (
  call: OpenCall,
  argsHash: string,
  decision: "allow" | "deny",
  rule: string,
  reason?: string,
): Draft =>
  draft("call.decided", {
    callId: call.callId,
    argsHash,
    decision,
    by: "policy",
    rule,
    ...(reason === undefined ? {} : { reason }),
  });

const isShownEdit = (call: OpenCall, { files }: Shown): boolean =>
  call.entry.canPreview && files !== undefined && files.length > 0;

const offersAutoApply = (ports: CallPorts, call: OpenCall, shown: Shown): boolean =>
  ports.session.state().policyMode === "default" &&
  shown.assessment.severity === "L2" &&
  isShownEdit(call, shown) &&
  !ports.autoApplies();

const cardOf = (ports: CallPorts, call: OpenCall, shown: Shown, requestedAt: number): Approval => {
  const state = ports.session.state();
  const folded = state.calls.find((item) => item.callId === call.callId);
  if (!folded) throw new Error(`call ${call.callId} is not in its session`);
  const command = commandOf(ports, call);
  return {
    call: folded,
    arguments: ports.redact(call.args),
    argsHash: shown.argsHash,
    severity: shown.assessment.severity,
    reasons: [...shown.assessment.reasons, ...(call.unchecked === undefined ? [] : ["argumentsUnchecked"])],
    ...(shown.files ? { files: [...shown.files] } : {}),
    ...(command ? { command } : {}),
    readBefore: readBefore(state.calls),
    requestedAt,
    sessionTitle: state.title,
    workspacePath: state.workspacePath,
    ...(offersAutoApply(ports, call, shown) ? { offersAutoApply: true } : {}),
  };
};

const requestDraft = (ports: CallPorts, call: OpenCall, shown: Shown): Draft => {
  const command = commandOf(ports, call);
  return draft("call.approvalRequested", {
    callId: call.callId,
    argsHash: shown.argsHash,
    severity: shown.assessment.severity,
    ...(shown.files ? { files: [...shown.files] } : {}),
    ...(command ? { command } : {}),
    readBefore: readBefore(ports.session.state().calls),
  });
};

const personDecision = (
  call: OpenCall,
  decision: Decision,
  waitMs: number,
  redact: CallPorts["redact"],
): Draft =>
  draft("call.decided", {
    callId: call.callId,
    argsHash: decision.argsHash,
    decision: decision.decision,
    by: "person",
    rule: "person",
    waitMs,
    ...(decision.reason === undefined ? {} : { reason: decision.reason }),
    ...(decision.decision === "allowEdited" && decision.files === undefined
      ? { arguments: redact(decision.arguments) }
      : {}),
    ...(decision.decision === "allowEdited" && decision.files ? { files: [...decision.files] } : {}),
  });

const noteOf = (decision: Decision, shown: Shown): string => {
  if (decision.decision !== "allowEdited") return "";
  if (!decision.files) return editedArgumentsText(decision.arguments);
  const previews = new Map(shown.files?.map((file) => [file.path, file]));
  return editedFilesText(
    decision.files.map((file) => ({
      path: file.path,
      before: previews.get(file.path)?.before ?? "",
      proposed: previews.get(file.path)?.after ?? "",
      applied: file.content,
    })),
  );
};

const allowedBy = (ports: CallPorts, call: OpenCall, decision: Decision, shown: Shown): Allowed => {
  const severity: Severity =
    decision.decision === "allowEdited" && !decision.files
      ? ports.assess({
          entry: call.entry,
          args: decision.arguments,
          workspacePath: ports.session.state().workspacePath,
        }).severity
      : shown.assessment.severity;
  const { arguments: args, files, argsHash } = decision;
  return { args, files, argsHash, severity, note: noteOf(decision, shown) };
};

/** Waits for a person on a call whose `approvalRequested` is in the log already. The decision is logged before anybody is told of it. */
export const waitForPerson = async (
  ports: CallPorts,
  call: OpenCall,
  shown: Shown,
  requestedAt: number,
  signal: AbortSignal,
): Promise<Verdict> => {
  const commit = async (decision: Decision): Promise<void> => {
    const waitMs = Math.max(0, ports.clock.now() - requestedAt);
    await ports.session.append(
      [personDecision(call, decision, waitMs, ports.redact)],
      durabilityOf(shown.assessment.severity),
    );
    if (decision.autoApply) await ports.turnOnAutoApply(call.callId);
  };
  const check = async (args: JsonObject): Promise<string | null> =>
    (await ports.validate(call.entry, args)).problem;
  const decision = await ports.approvals.ask(
    { approval: cardOf(ports, call, shown, requestedAt), real: call.args, commit, check },
    signal,
  );
  if (decision === "withdrawn") return { kind: "withdrawn" };
  if (decision.decision === "deny") return { kind: "denied" };
  return { kind: "allowed", allowed: allowedBy(ports, call, decision, shown) };
};

const planRefusal =
  "Plan mode is on: nothing may be changed or run. Describe the change instead; the user can switch the mode.";

/** Decides one assessed call: by policy where the mode says so, else by a person. */
export const decide = async (
  ports: CallPorts,
  call: OpenCall,
  shown: Shown,
  signal: AbortSignal,
): Promise<Verdict> => {
  const { assessment, files, argsHash } = shown;
  const hashed: HashedFile[] | undefined = files?.map((file) => ({
    path: file.path,
    baseHash: file.baseHash,
    content: file.after,
  }));
  const ruling = verdict(ports.session.state().policyMode, assessment.severity, {
    isShownEdit: isShownEdit(call, shown),
    workspaceAutoApplies: ports.autoApplies(),
  });
  switch (ruling.verdict) {
    case "refuse":
      await ports.session.append([
        assessedDraft(call, assessment),
        policyDecision(call, argsHash, "deny", ruling.rule, planRefusal),
      ]);
      return { kind: "denied" };
    case "run":
      await ports.session.append([
        assessedDraft(call, assessment, files),
        policyDecision(call, argsHash, "allow", ruling.rule),
      ]);
      return {
        kind: "allowed",
        allowed: { args: call.args, files: hashed, argsHash, severity: assessment.severity, note: "" },
      };
    case "ask": {
      const logged = await ports.session.append([
        assessedDraft(call, assessment),
        requestDraft(ports, call, shown),
      ]);
      return waitForPerson(ports, call, shown, logged.at(-1)?.at ?? ports.clock.now(), signal);
    }
  }
};

/** The hash of a call as it would run unedited. */
export const proposedHash = (args: JsonObject, files?: readonly FilePreview[]): string =>
  argsHashOf(
    args,
    files?.map((file) => ({ path: file.path, baseHash: file.baseHash, content: file.after })),
  );
