import { toolSeverity } from "../../../electron/host/mcp/tools/severity.ts";
import { assess } from "../../../electron/host/policy/assess/assess.ts";
import { assessCommand, initCommandParser } from "../../../electron/host/policy/assess/command/index.ts";
import { classifyPath } from "../../../electron/host/policy/assess/paths.ts";
import type { AssessedTool } from "../../../electron/host/policy/assess/types.ts";
import { verdict } from "../../../electron/host/policy/index.ts";
import type { JsonObject, PolicyMode, ServerId, Severity } from "../../../shared/contract/index.ts";
import { modeTable } from "../table.ts";
import { isObject, NotRun, type Json } from "../types.ts";
import { oneLine } from "../verdicts.ts";
import type { Adapter } from "./observed.ts";

const words = { run: "allow", ask: "ask", refuse: "deny" } as const;
const decisionFor = (severity: Severity, mode: PolicyMode = "default"): "allow" | "ask" | "deny" =>
  words[verdict(mode, severity, { isShownEdit: true, workspaceAutoApplies: false }).verdict];

const pure = { isPure: true, close: () => Promise.resolve() } as const;

/** A command line given as it is, or as `{cmd, cwd}` in the workspace. */
const lineOf = (vector: unknown, root: string): string => {
  if (typeof vector === "string") return vector;
  const { cmd, cwd, ...odd } = isObject(vector) ? vector : {};
  const more = [...Object.keys(odd), ...(cwd === undefined || cwd === root ? [] : ["another folder"])];
  if (typeof cmd !== "string" || more.length > 0)
    throw new NotRun(`not built yet: a command with ${more.join(", ")}`);
  return cmd;
};

/** `commandPolicy.decide`: what the policy says of a command line; nothing is run. */
export const commandAdapter = async (root: string): Promise<Adapter> => {
  await initCommandParser();
  return {
    ...pure,
    tryVector: async (vector) => {
      const line = lineOf(vector, root);
      const { severity, reasons } = assessCommand(line, root);
      return { what: oneLine(line, 80), severity, decision: decisionFor(severity), flags: reasons };
    },
  };
};

const editTool = (root: string, path: string): Parameters<typeof assess>[0] => ({
  entry: {
    serverId: "bundled" as ServerId,
    name: "edit_file",
    isBundled: true,
    isTrustedServer: true,
    severity: "L2",
    annotations: {},
    isRemote: false,
    canPreview: true,
  },
  args: { path, old_str: "a", new_str: "b" },
  workspacePath: root,
  previewFiles: [{ path, baseHash: null, before: "a", after: "b" }],
});

/** `pathPolicy.classify`: whether a path is protected, and what an edit of it may do without a person. */
export const pathAdapter = (root: string, input: Json): Adapter => {
  const fsCase = input["fsCase"] === "sensitive" ? "sensitive" : "insensitive";
  const under = (path: string, mode: PolicyMode): "allow" | "ask" | "deny" =>
    decisionFor(assess(editTool(root, path)).severity, mode);
  return {
    ...pure,
    tryVector: async (vector) => {
      const path = String(vector);
      const { isProtected } = classifyPath(path, { fsCase });
      return { what: path, path, isProtected, isAutoApprovable: under(path, "autoEdit") === "allow" };
    },
    decisionUnder: (rule, vector) => {
      const mode = modeTable[rule];
      return mode === undefined ? undefined : under(String(vector), mode);
    },
  };
};

const toolOf = (vector: Json): AssessedTool => {
  const raw = (isObject(vector["tool"]) ? vector["tool"] : {}) as JsonObject;
  const server: Json = isObject(vector["server"]) ? vector["server"] : {};
  const standing = {
    isBundled: false,
    isTrusted: server["trusted"] === true,
    isRemote: server["transport"] === "http",
  };
  return {
    serverId: "foreign" as ServerId,
    name: String(raw["name"]),
    isBundled: false,
    isTrustedServer: standing.isTrusted,
    severity: toolSeverity(raw, standing),
    annotations: isObject(raw["annotations"]) ? raw["annotations"] : {},
    isRemote: standing.isRemote,
    canPreview: false,
  };
};

/** `policy.severity`: the level of another server's tool. */
export const severityAdapter = (root: string): Adapter => ({
  ...pure,
  tryVector: async (vector) => {
    if (!isObject(vector)) throw new NotRun("not built yet: a tool given in words");
    const { severity } = assess({ entry: toolOf(vector), args: {}, workspacePath: root });
    return { what: oneLine(JSON.stringify(vector["tool"]), 80), severity, decision: decisionFor(severity) };
  },
});
