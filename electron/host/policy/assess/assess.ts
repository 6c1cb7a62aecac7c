import type { Severity } from "../../../../shared/contract/index.ts";
import { changedFiles, commandGround, foreignArguments, readFiles, sizeGround } from "./args.ts";
import { reason } from "./reasons.ts";
import { taskGrounds, taskTools } from "./tasks.ts";
import { higher, type Assessment, type AssessInput, type Ground } from "./types.ts";

type ToolClass =
  "list" | "offer" | "read" | "change" | "delete" | "command" | "task" | "stop" | "follow" | "stopCall";

/** The bundled tools by what they do; a bundled tool that is not listed is unknown, L3. */
const bundledClass: Readonly<Record<string, ToolClass>> = {
  read_file: "read",
  list_files: "read",
  search_code: "read",
  find_files: "read",
  edit_file: "change",
  write_file: "change",
  create_folder: "change",
  move_path: "change",
  undo_change: "change",
  delete_path: "delete",
  list_changes: "read",
  search_tools: "list",
  find_servers: "offer",
  call_result: "follow",
  stop_call: "stopCall",
  run_command: "command",
  run_program: "command",
  command_output: "read",
  list_commands: "read",
  stop_command: "stop",
  git_status: "read",
  git_diff: "read",
  git_log: "read",
  list_make_targets: "read",
  format_file: "change",
  ...Object.fromEntries(taskTools.map((name) => [name, "task"] as const)),
};

const ground = (severity: Severity, rule: string, reasons: readonly string[]): Ground => ({
  severity,
  rule,
  reasons,
});

function bundledGrounds(input: AssessInput): Ground[] {
  const { entry } = input;
  const toolClass = Object.hasOwn(bundledClass, entry.name) ? bundledClass[entry.name] : undefined;
  const declared = ground(entry.severity, "declared", []);
  switch (toolClass) {
    case "list":
      return [ground("L1", "class:list", [reason("readsToolList")]), declared];
    case "offer":
      return [ground("L1", "class:offer", [reason("offersServers")]), declared];
    case "follow":
      return [ground("L1", "class:follow", [reason("followsCall")]), declared];
    case "stopCall":
      return [ground("L2", "class:stop", [reason("stopsCall")]), declared];
    case "read":
      return [ground("L1", "class:read", [reason("readsWorkspace")]), declared, ...readFiles(input)];
    case "change":
      return [
        ground("L2", "class:change", [reason("changesFiles")]),
        declared,
        ...changedFiles(input),
        ...sizeGround(input),
      ];
    case "delete":
      return [
        ground("L3", "class:delete", [reason("deletesFiles")]),
        declared,
        ...changedFiles(input),
        ...sizeGround(input),
      ];
    case "command":
      return [commandGround(input), declared, ...sizeGround(input)];
    case "task":
      return [...taskGrounds(input), declared, ...sizeGround(input)];
    case "stop":
      return [ground("L2", "class:stop", [reason("stopsCommand")]), declared];
    case undefined:
      return [
        ground("L3", "class:unknown", [reason("unknownTool")]),
        declared,
        ...foreignArguments(input),
        ...sizeGround(input),
      ];
  }
}

/**
 * Another server's tool. Its hints are an untrusted party's words: they raise; only consistent read-only hints of a server
 * that the person marked trusted lower, to L2, and never a remote one's (security §4.1, SEC-MCP-02).
 */
function foreignGrounds(input: AssessInput): Ground[] {
  const { entry } = input;
  const hints = entry.annotations;
  const marks = [
    ...(entry.isChanged === true ? [ground("L3", "definition:changed", [reason("definitionChanged")])] : []),
    ...(entry.lookAlikes ?? [])
      .slice(0, 3)
      .map((other) => ground("L1", "name:looksLike", [reason("looksLike", other)])),
    ...foreignArguments(input),
    ...sizeGround(input),
  ];
  // A person's own level stands in the place of server and hints; what the arguments say still raises it (security §4.1).
  if (entry.isOwnSeverity === true && entry.isChanged !== true)
    return [ground(entry.severity, "person:level", [reason("ownLevel")]), ...marks];
  const isReader =
    entry.isChanged !== true &&
    entry.isTrustedServer &&
    !entry.isRemote &&
    hints["readOnlyHint"] === true &&
    hints["openWorldHint"] === false &&
    hints["destructiveHint"] !== true;
  const base = entry.isRemote
    ? ground("L4", "server:remote", [reason("remoteServer")])
    : isReader
      ? ground("L2", "server:trustedReader", [reason("trustedReader")])
      : ground("L3", "server:local", [reason("localServer"), reason("unknownTool")]);
  return [
    base,
    ground(isReader ? "L2" : entry.severity, "declared", []),
    ...(hints["destructiveHint"] === true
      ? [ground("L3", "hints:destructive", [reason("saysDestructive")])]
      : []),
    ...(hints["openWorldHint"] === true ? [ground("L4", "hints:openWorld", [reason("saysOpenWorld")])] : []),
    ...marks,
  ];
}

/**
 * What one call may do (GOV-01): the highest of the tool's class, its arguments, its server and its hints. Pure: the same
 * call gives the same answer. May throw on arguments it cannot walk; callers that act on it use {@link assessSafely}.
 */
export function assess(input: AssessInput): Assessment {
  const grounds = input.entry.isBundled ? bundledGrounds(input) : foreignGrounds(input);
  const severity = grounds.map((item) => item.severity).reduce(higher);
  const deciding = grounds.find((item) => item.severity === severity);
  return {
    severity,
    rule: deciding?.rule ?? "declared",
    reasons: [...new Set(grounds.flatMap((item) => item.reasons))],
  };
}

/** {@link assess}, failing closed: a call that cannot be judged is L4, so a person decides and no rule allows it. Never throws. */
export function assessSafely(input: AssessInput): Assessment {
  try {
    return assess(input);
  } catch (cause) {
    console.error("a call could not be assessed and counts as L4:", cause);
    return { severity: "L4", rule: "assessmentFailed", reasons: [reason("assessmentFailed")] };
  }
}
