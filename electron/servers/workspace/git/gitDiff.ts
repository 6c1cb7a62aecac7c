import { z } from "zod";
import { formatPlural, Refusal, textOfBytes } from "../outcome/index.ts";
import { displayName } from "../paths/index.ts";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { filterNote, filtersOf } from "./filters.ts";
import { pageOf } from "./page.ts";
import { mayHoldSecrets } from "./secretNames.ts";
import { fieldsOf, openSession, pathspec, resolveRevision, type GitSession } from "./session.ts";
import { looksOnly, offset, pathField, timeoutMs } from "./terms.ts";

const revision = z.string().min(1).max(300).optional();
const schema = z.strictObject({
  path: pathField(
    "File or folder to compare, relative to the workspace root. Default: the whole repository of the root.",
  ),
  staged: z
    .boolean()
    .default(false)
    .meta({
      description: "True to compare what is staged with the last commit (or with from). Default false.",
      examples: [true],
    }),
  from: revision.meta({
    description:
      "Commit, branch or tag to compare with. Default: what is staged, or with staged the last commit.",
    examples: ["main", "HEAD~1"],
  }),
  to: revision.meta({
    description: "Commit, branch or tag that from is compared with. Default: the files as they are now.",
    examples: ["HEAD"],
  }),
  offset: offset("Line of the diff to start at, from 1, as the last answer named it."),
});
type Input = z.output<typeof schema>;

interface FileDiff {
  readonly path: string;
  readonly from?: string;
  /** Null for a binary file. */
  readonly added: number | null;
  readonly removed: number | null;
}

const listedFiles = 60;
const withheldFiles = 300;

function countOf(text: string): number | null {
  return text === "-" ? null : Number(text);
}

/** Reads `--numstat -z`: "added TAB removed TAB path", or an empty path and then the old and the new one. */
export function parseNumstat(fields: readonly string[]): FileDiff[] {
  const files: FileDiff[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const [added = "", removed = "", ...rest] = (fields[at] ?? "").split("\t");
    const path = rest.join("\t");
    const counts = { added: countOf(added), removed: countOf(removed) };
    if (path !== "") files.push({ path, ...counts });
    else {
      const [from = "", to = ""] = fields.slice(at + 1, at + 3);
      files.push({ path: to, from, ...counts });
      at += 2;
    }
  }
  return files;
}

/** What is compared: the words for it, and its arguments. */
async function sidesOf(
  input: Input,
  session: GitSession,
): Promise<{ readonly args: string[]; readonly said: string }> {
  if (input.to !== undefined && (input.from === undefined || input.staged)) {
    throw new Refusal(
      "invalidInput",
      input.staged ? "to and staged exclude each other." : "to needs from.",
      'Give from and to together, for example {"from": "main", "to": "HEAD"}.',
    );
  }
  const hash = async (name: string, field: string): Promise<string> =>
    await resolveRevision(session, name, field, "tree");
  if (input.from === undefined)
    return input.staged
      ? { args: ["--cached"], said: "last commit → staged" }
      : { args: [], said: "staged → files as they are now" };
  const from = await hash(input.from, "from");
  if (input.to !== undefined)
    return { args: [from, await hash(input.to, "to")], said: `${input.from} → ${input.to}` };
  return input.staged
    ? { args: ["--cached", from], said: `${input.from} → staged` }
    : { args: [from], said: `${input.from} → files as they are now` };
}

const options = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--find-renames",
  "--submodule=short",
  "--ignore-submodules=dirty",
];

function lineOf(file: FileDiff): string {
  const counts = file.added === null ? "binary" : `+${file.added} -${file.removed ?? 0}`;
  const from = file.from === undefined ? "" : ` (from ${displayName(file.from)})`;
  return `${counts}\t${displayName(file.path)}${from}`;
}

/** Where nothing differs, the model usually looked in the wrong place. */
async function hintOf(input: Input, session: GitSession): Promise<string> {
  if (input.from !== undefined || input.staged) return "";
  const staged = await session.ask([
    "diff",
    "--cached",
    ...options,
    "--quiet",
    "--",
    pathspec(session.tracked.path),
  ]);
  const where =
    staged.code === 1 ? "There are staged changes: set staged to true, or from to HEAD, to see them. " : "";
  return `${where}Untracked files have no diff: git_status names them, read_file shows them.`;
}

async function run(input: Input, context: ToolContext): Promise<ToolOutcome> {
  using session = await openSession(context, input.path);
  const { repository, path } = session.tracked;
  const { args, said } = await sidesOf(input, session);
  const spec = pathspec(path);
  const counted = await session.get(["diff", "--numstat", "-z", ...options, ...args, "--", spec]);
  const all = parseNumstat(fieldsOf(counted));
  const isWithheld = (file: FileDiff): boolean =>
    file.path !== path && (mayHoldSecrets(file.path) || mayHoldSecrets(file.from ?? ""));
  const withheld = all.filter(isWithheld).map((file) => file.path);
  if (withheld.length > withheldFiles)
    throw new Refusal(
      "tooLarge",
      `${withheld.length} of the files can hold secrets.`,
      "Give a narrower path.",
    );
  const files = all.filter((file) => !isWithheld(file));
  const without = all
    .filter(isWithheld)
    .flatMap((file) => [file.path, ...(file.from === undefined ? [] : [file.from])])
    .map((name) => pathspec(name, ",exclude"));
  const diff = await session.get(["diff", "--patch", ...options, ...args, "--", spec, ...without]);
  const lines = textOfBytes(diff.stdout).text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const isNow = input.to === undefined && !input.staged;
  const filters = await filtersOf(session, isNow ? files.map((file) => file.path) : []);
  const notes = [
    withheld.length === 0
      ? ""
      : `Not shown, since they can hold secrets: ${withheld.map(displayName).join(", ")}. Ask for one by its own path.`,
    filterNote(filters),
    all.length === 0 ? await hintOf(input, session) : "",
  ].filter(Boolean);
  const list = input.offset === 1 && files.length > 1 ? files.slice(0, listedFiles).map(lineOf) : [];
  if (list.length > 0 && files.length > list.length)
    list.push(`… and ${files.length - list.length} more files`);
  const page = pageOf(lines, input.offset, Buffer.byteLength([...list, ...notes].join("\n")));
  const range =
    page.nextOffset === null
      ? ""
      : `; lines ${input.offset} to ${page.nextOffset - 1} of ${lines.length}${diff.isCut ? " or more" : ""}, go on with offset ${page.nextOffset} or give a path`;
  const total = (side: "added" | "removed"): number =>
    files.reduce((sum, file) => sum + (file[side] ?? 0), 0);
  return {
    summary: `${said}: ${files.length === 0 ? "no difference" : `${formatPlural(files.length, "file")} +${total("added")} -${total("removed")} lines`}${range}.`,
    body: [list.join("\n"), notes.join("\n"), page.lines.join("\n")].filter(Boolean).join("\n\n"),
    data: {
      repository: repository.workTree,
      files: files.slice(0, 1_000),
      totalFiles: files.length,
      withheld,
      diff: page.lines.join("\n"),
      lines: lines.length,
      isCut: diff.isCut,
      nextOffset: page.nextOffset,
    },
  };
}

/** `git_diff` (TOOL-12): a diff without text conversion, external programs or filters. */
export const gitDiffTool: Tool = defineTool({
  name: "git_diff",
  title: "Git diff",
  description:
    "Use it to see changes as a unified diff: by default unstaged ones; with staged what the next commit would hold; with from " +
    "(and to) against or between commits, so from HEAD shows everything since the last commit. Only looks: external diff " +
    "programs, text conversion and filters are off. Long diffs come in pages by lines (offset); files that can hold secrets " +
    "are left out unless asked for by their own path; untracked files are not part of a diff.",
  severity: "L1",
  timeoutMs,
  isPreviewable: false,
  isChanging: false,
  annotations: looksOnly,
  schema,
  run,
});
