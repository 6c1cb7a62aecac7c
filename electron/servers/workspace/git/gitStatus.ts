import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { formatPlural, Refusal } from "../outcome/index.ts";
import { displayName } from "../paths/index.ts";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { filterNote, filtersOf } from "./filters.ts";
import { pageOf } from "./page.ts";
import { parseStatus, type Status, type StatusEntry } from "./parseStatus.ts";
import type { GitOutput } from "./runGit.ts";
import { fieldsOf, openSession, pathspec, type GitSession } from "./session.ts";
import type { Repository } from "./types.ts";
import { looksOnly, offset, pathField, timeoutMs } from "./terms.ts";

const schema = z.strictObject({
  path: pathField(
    "File or folder to look at, relative to the workspace root. Default: the whole repository of the root.",
  ),
  offset: offset("Line of the list to start at, from 1, as the last answer named it."),
});

const underWay = [
  ["MERGE_HEAD", "a merge"],
  ["CHERRY_PICK_HEAD", "a cherry-pick"],
  ["REVERT_HEAD", "a revert"],
  ["rebase-merge", "a rebase"],
  ["rebase-apply", "a rebase"],
  ["BISECT_LOG", "a bisect"],
] as const;

function stateOf(repository: Repository): string | null {
  return underWay.find(([name]) => existsSync(join(repository.gitDir, name)))?.[1] ?? null;
}

function lineOf(entry: StatusEntry, kind: string): string {
  const from = entry.from === undefined ? "" : ` (from ${displayName(entry.from)})`;
  return `  ${kind}: ${displayName(entry.path)}${from}`;
}

/** Entries in the groups a person thinks in; one path can be in two. */
function groupsOf(status: Status): readonly { readonly title: string; readonly lines: readonly string[] }[] {
  const { entries } = status;
  const unstaged = entries.filter(
    (one) => one.unstaged !== null && !["untracked", "conflict"].includes(one.unstaged),
  );
  return [
    {
      title: "conflicts, to be resolved",
      lines: entries.filter((one) => one.unstaged === "conflict").map((one) => lineOf(one, "conflict")),
    },
    {
      title: "staged for the next commit",
      lines: entries.filter((one) => one.staged !== null).map((one) => lineOf(one, one.staged ?? "")),
    },
    { title: "changed, not staged", lines: unstaged.map((one) => lineOf(one, one.unstaged ?? "")) },
    {
      title: "untracked",
      lines: entries.filter((one) => one.unstaged === "untracked").map((one) => `  ${displayName(one.path)}`),
    },
  ].filter(({ lines }) => lines.length > 0);
}

function branchOf(status: Status): string {
  const at = status.head === null ? "no commits yet" : status.head.slice(0, 10);
  const branch = status.branch === null ? `No branch checked out (${at})` : `On ${status.branch} (${at})`;
  if (status.upstream === null) return branch;
  const distance =
    status.ahead === null ? "which is gone" : `${status.ahead} ahead, ${status.behind ?? 0} behind`;
  return `${branch}, upstream ${status.upstream}: ${distance}`;
}

/** So much of the time goes to the search for untracked files; what is left is enough for an answer without them. */
const untrackedShare = 0.6;

interface Answer {
  readonly output: GitOutput;
  /** False when looking for untracked files took too long, so that none is listed. */
  readonly hasUntracked: boolean;
}

/** Asks git for all, and where that takes too long (a network disk, very many loose files) for what it tracks. */
async function askStatus(session: GitSession, context: ToolContext): Promise<Answer> {
  const ask = async (untracked: "normal" | "no", share: number): Promise<GitOutput> =>
    await session.get(
      [
        ...["status", "--porcelain=v2", "-z", "--branch", "--ahead-behind", `--untracked-files=${untracked}`],
        ...["--ignore-submodules=dirty", "--find-renames", "--", pathspec(session.tracked.path)],
      ],
      share,
    );
  try {
    return { output: await ask("normal", untrackedShare), hasUntracked: true };
  } catch (error) {
    const isLate = error instanceof Refusal && error.code === "timedOut" && !context.signal.aborted;
    if (!isLate) throw error;
    return { output: await ask("no", 1), hasUntracked: false };
  }
}

/** Folders that git may not read: what is untracked in them is not in its answer. */
function unreadIn(output: GitOutput): string[] {
  const lines = output.stderr.matchAll(/^warning: could not open directory '(.+)': /gm);
  return [...lines].map(([, path = ""]) => path);
}

async function run(input: z.output<typeof schema>, context: ToolContext): Promise<ToolOutcome> {
  using session = await openSession(context, input.path);
  const { repository } = session.tracked;
  const { output, hasUntracked } = await askStatus(session, context);
  const status = parseStatus(fieldsOf(output));
  const changed = status.entries.filter((entry) => entry.unstaged === "modified").map((entry) => entry.path);
  const filters = await filtersOf(session, changed);
  const groups = groupsOf(status);
  const lines = groups.flatMap(({ title, lines: own }) => [`${title} (${own.length}):`, ...own]);
  const page = pageOf(lines, input.offset);
  const state = stateOf(repository);
  const unread = unreadIn(output);
  const notes = [
    ...(unread.length === 0
      ? []
      : [
          `${formatPlural(unread.length, "folder")} could not be read (${unread.slice(0, 3).map(displayName).join(", ")})`,
        ]),
    ...(state === null ? [] : [`${state} is under way`]),
    ...(hasUntracked
      ? []
      : ["untracked files are not listed: looking for them took too long, give a path to see those in it"]),
    ...(output.isCut ? ["the list is too long: give a path"] : []),
    ...(page.nextOffset === null ? [] : [`cut: go on with offset ${page.nextOffset}, or give a path`]),
  ];
  const counts =
    groups.length === 0
      ? hasUntracked
        ? "nothing changed"
        : "no tracked file changed"
      : groups.map(({ title, lines: own }) => `${own.length} ${title}`).join("; ");
  const where = repository.shown === "the workspace root" ? "" : `${repository.shown} `;
  return {
    summary: `${where}${branchOf(status)}. ${[counts, ...notes].join("; ")}.`,
    body: [page.lines.join("\n"), filterNote(filters)].filter(Boolean).join("\n\n"),
    data: {
      repository: repository.workTree,
      ...status,
      entries: status.entries.slice(0, 2_000),
      total: status.entries.length,
      hasUntracked,
      unread,
      underWay: state,
      filtersOff: Object.fromEntries(filters),
      nextOffset: page.nextOffset,
    },
  };
}

/** `git_status` (TOOL-12): what differs from the last commit, without running anything of the repository's. */
export const gitStatusTool: Tool = defineTool({
  name: "git_status",
  title: "Git status",
  description:
    "Use it to see what has changed: the branch, how far it is from its upstream, and which files are staged, changed, untracked or in conflict. " +
    "Only looks: hooks, filters and every program that the repository's configuration names are off, and nothing is " +
    "fetched. Changes inside submodules are not looked at. Untracked folders are one line; if looking for untracked files " +
    "takes too long, the answer says that they are left out.",
  severity: "L1",
  timeoutMs,
  isPreviewable: false,
  isChanging: false,
  annotations: looksOnly,
  schema,
  run,
});
