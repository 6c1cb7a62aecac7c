import { NotRun, type Json } from "./types.ts";

/** A tool of ours that plays one named in a case file. */
export interface ToolRule {
  readonly tool: string;
  /** Argument names of the case, and ours. */
  readonly args: Readonly<Record<string, string>>;
  /** It changes the file at `path`, so an existing one is read first. */
  readonly isEdit?: true;
}

const path = { path: "path" };

/** The only place that knows how a name of a case file is called here. */
export const toolTable: Readonly<Record<string, ToolRule>> = {
  edit_file: {
    tool: "edit_file",
    args: { ...path, old: "old_str", new: "new_str", all: "all" },
    isEdit: true,
  },
  write_file: { tool: "write_file", args: { ...path, content: "content" }, isEdit: true },
  read_file: { tool: "read_file", args: { ...path, from_line: "offset", max_lines: "limit" } },
  list_dir: { tool: "list_files", args: { ...path, recursive: "recursive" } },
  search_text: { tool: "search_code", args: { root: "path", pattern: "pattern" } },
  run_command: { tool: "run_command", args: { command: "command", timeout_ms: "timeout_ms" } },
  find_files: { tool: "find_files", args: { root: "path", glob: "glob" } },
  undo_last_edit: { tool: "undo_change", args: path },
  "fileTool.read": { tool: "read_file", args: path },
  "fileTool.list": { tool: "list_files", args: { ...path, recursive: "recursive" } },
  "fileTool.search": { tool: "search_code", args: { query: "pattern" } },
  "fileTool.write": { tool: "write_file", args: { ...path, text: "content" }, isEdit: true },
  "fileTool.mkdir": { tool: "create_folder", args: path },
  "fileTool.rename": { tool: "move_path", args: { from: "from", to: "to" } },
  "fileTool.delete": { tool: "delete_path", args: path },
  "fs.read": { tool: "read_file", args: path },
};

/** Tools a case brings along are offered by a server of this name, so the model sees them as `case__NAME`. */
export const caseServer = "case";

/** How a tool of a case is called by the model; undefined for one that the case brings along itself. */
export const ruleFor = (name: string): ToolRule | undefined =>
  Object.hasOwn(toolTable, name) ? toolTable[name] : undefined;

/** Our name for a tool of a case. */
export const toModel = (name: string): string => ruleFor(name)?.tool ?? `${caseServer}__${name}`;

/** The case's name for a tool of ours. */
export const fromModel = (modelName: string): string => {
  if (modelName.startsWith(`${caseServer}__`)) return modelName.slice(caseServer.length + 2);
  return Object.entries(toolTable).find(([, rule]) => rule?.tool === modelName)?.[0] ?? modelName;
};

/** The arguments of a case in our names. @throws NotRun for one that has no counterpart */
export const argsToModel = (name: string, args: Json): Record<string, unknown> => {
  const rule = ruleFor(name);
  if (!rule) return { ...args };
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => {
      const ours = rule.args[key];
      if (ours === undefined) throw new NotRun(`not built yet: argument ${key} of ${name}`);
      return [ours, value];
    }),
  );
};

/** The way back of {@link argsToModel}. */
export const argsFromModel = (name: string, args: Json): Record<string, unknown> => {
  const names = Object.hasOwn(toolTable, name) ? (toolTable[name]?.args ?? {}) : {};
  const back = new Map(Object.entries(names).map(([theirs, ours]) => [ours, theirs]));
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [back.get(key) ?? key, value]));
};

/** Words for how a chat ended, and our stop reasons. */
export const runStatus: Readonly<Record<string, readonly string[]>> = {
  ok: ["answered"],
  error: ["modelFailed"],
  incomplete: ["modelFailed", "interrupted"],
  interrupted: ["interrupted"],
  stopped: ["stopped"],
};

/** Error codes that a security case suggests, and what ours are called. */
export const codeTable: Readonly<Record<string, readonly string[]>> = {
  PATH_OUTSIDE_WORKSPACE: ["outsideWorkspace"],
  INVALID_PATH: ["invalidInput"],
  NOT_FOUND: ["notFound", "isDirectory"],
  NOT_REGULAR_FILE: ["special", "isDirectory"],
  PATH_CHANGED: ["stale"],
  INVALID_ARGUMENT: ["invalidInput"],
};

/** Flags on an approval, and the reasons of our assessment that say the same. */
export const flagTable: Readonly<Record<string, string>> = {
  redirect: "redirect",
  "outside-workspace": "outside",
  "protected-path": "protectedFile",
  "hidden-characters": "hiddenCharacters",
};

/** Rule names of a security case that are policy modes here. */
export const modeTable: Readonly<Record<string, "autoEdit">> = { "auto-accept-edits": "autoEdit" };

/** Moments inside the product that a case names, and the moment at which an outside driver can act for it. */
export const hookTable: Readonly<Record<string, "whileApprovalIsOpen">> = {
  "fileTool.beforeCommit": "whileApprovalIsOpen",
};

/**
 * Words a case looks for in what a person or the model is told, and what the product says for the same; cases say "extend as
 * needed". A picture never enters a model's context here, so it is not made smaller but left out, and that is said.
 */
const sayings: Readonly<Record<string, readonly string[]>> = {
  scaled: ["not sent to the model"],
  "too large": ["not sent to the model"],
};

/** The words of a case with ours beside them. */
export const withSayings = (words: readonly string[]): string[] =>
  words.flatMap((word) => [word, ...(Object.hasOwn(sayings, word) ? (sayings[word] ?? []) : [])]);

/**
 * Standing grants of a case, as `mcp:SERVER/TOOL`, are the person's own level here: rules that remember decisions are not built, and
 * a tool whose level a person lowered runs without a card until its definition changes.
 */
export const grantedTool = (rule: string): { server: string; tool: string } | undefined => {
  const parts = /^mcp:(?<server>[^/]+)\/(?<tool>.+)$/.exec(rule)?.groups;
  return parts ? { server: parts["server"] ?? "", tool: parts["tool"] ?? "" } : undefined;
};

/** Events that a case names with the fields it wants, and our log's words for them. */
export const eventTable: Readonly<
  Record<string, { type: string; fields: Readonly<Record<string, string>> }>
> = {
  server_config_changed: { type: "server.configChanged", fields: {} },
  tool_definition_changed: {
    type: "server.toolDefinitionChanged",
    fields: { oldHash: "oldHash", newHash: "newHash" },
  },
};

/** Limits of a case's results, and what of ours says the same: an error code, or words in what the model was given. */
export const limitTable: Readonly<Record<string, { codes: readonly string[]; says: readonly RegExp[] }>> = {
  "error RESULT_TOO_LARGE or truncated with marker": {
    codes: ["resourceExhausted"],
    // The mark of a shortened text, of blocks that were left out, and of structured content that was.
    says: [/characters left out of \d+/, /\d+ blocks/, /nests deeper/],
  },
  // A call that may have taken effect ends as "outcome unknown"; the code says that the time was over.
  TIMEOUT: { codes: ["timedOut"], says: [] },
  // A list that does not end is not an error here: what was read counts, and the server's log says that reading stopped.
  LIST_LIMIT: { codes: [], says: [/did not end after \d+ pages/] },
};
