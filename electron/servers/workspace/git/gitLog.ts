import { z } from "zod";
import { formatPlural } from "../outcome/index.ts";
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { pageOf } from "./page.ts";
import { fieldsOf, openSession, pathspec, resolveRevision } from "./session.ts";
import { looksOnly, pathField, timeoutMs } from "./terms.ts";

const schema = z.strictObject({
  path: pathField(
    "File or folder whose commits to list, relative to the workspace root; renames of one file are followed. Default: all.",
  ),
  limit: z
    .int()
    .min(1)
    .max(200)
    .default(20)
    .meta({ description: "Most commits to list, up to 200. Default 20.", examples: [50] }),
  skip: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .meta({ description: "Commits to leave out before the first. Default 0.", examples: [20] }),
  rev: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .meta({
      description: "Commit, branch or tag to start from. Default: the last commit.",
      examples: ["main"],
    }),
  search: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description: "Only commits whose message holds this text, upper or lower case alike.",
      examples: ["login"],
    }),
  full: z
    .boolean()
    .default(false)
    .meta({ description: "True for whole messages. Default false: first lines.", examples: [true] }),
});
type Input = z.output<typeof schema>;

interface Commit {
  readonly hash: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly email: string;
  /** ISO 8601 with the author's time zone. */
  readonly date: string;
  readonly refs: string;
  readonly message: string;
}

const format = "%H%x00%P%x00%an%x00%ae%x00%aI%x00%D%x00%B";

function commitsOf(fields: readonly string[]): Commit[] {
  const commits: Commit[] = [];
  for (let at = 0; at + 6 < fields.length; at += 7) {
    const [hash = "", parents = "", author = "", email = "", date = "", refs = "", message = ""] =
      fields.slice(at, at + 7);
    commits.push({
      hash,
      parents: parents === "" ? [] : parents.split(" "),
      author,
      email,
      date,
      refs,
      message: message.trim(),
    });
  }
  return commits;
}

function linesOf(commit: Commit, isFull: boolean): string[] {
  const [subject = "", ...rest] = commit.message.split("\n");
  const refs = commit.refs === "" ? "" : ` (${commit.refs})`;
  const line = `${commit.hash.slice(0, 10)} ${commit.date.slice(0, 10)} ${commit.author}: ${subject}${refs}`;
  return isFull ? [line, ...rest.map((one) => `    ${one}`.trimEnd())] : [line];
}

async function run(input: Input, context: ToolContext): Promise<ToolOutcome> {
  using session = await openSession(context, input.path);
  const { repository, path, stat } = session.tracked;
  const head = await session.ask(["rev-parse", "--verify", "--quiet", "HEAD"]);
  if (input.rev === undefined && head.code !== 0) {
    return {
      summary: "The repository has no commits yet.",
      data: { repository: repository.workTree, commits: [], nextSkip: null },
    };
  }
  const start = await resolveRevision(session, input.rev ?? "HEAD", "rev", "commit");
  const output = await session.get([
    "log",
    "-z",
    "--no-show-signature",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    `--format=${format}`,
    `--max-count=${input.limit + 1}`,
    `--skip=${input.skip}`,
    ...(input.search === undefined
      ? []
      : ["--fixed-strings", "--regexp-ignore-case", `--grep=${input.search}`]),
    ...(stat?.isFile() === true ? ["--follow"] : []),
    start,
    ...(path === "." ? [] : ["--", pathspec(path)]),
  ]);
  const found = commitsOf(fieldsOf(output));
  const asked = found.slice(0, input.limit);
  const lines = asked.map((commit) => linesOf(commit, input.full));
  const page = pageOf(
    lines.map((one) => one.join("\n")),
    1,
  );
  const commits = asked.slice(0, page.lines.length);
  const hasMore = found.length > commits.length || output.isCut;
  const nextSkip = hasMore ? input.skip + commits.length : null;
  const more = nextSkip === null ? "" : `; there are more, go on with skip ${nextSkip}`;
  return {
    summary: `${formatPlural(commits.length, "commit")}${input.skip > 0 ? ` after the first ${input.skip}` : ""}, newest first${more}.`,
    body: page.lines.join("\n"),
    data: { repository: repository.workTree, commits, nextSkip },
  };
}

/** `git_log` (TOOL-12): the history, without checking signatures or fetching what is missing. */
export const gitLogTool: Tool = defineTool({
  name: "git_log",
  title: "Git log",
  description:
    "Use it to see what was done and when: commits, newest first, hash, date, author, first line of the message, branches and tags. What a commit changed " +
    "shows git_diff with from HASH~1 and to HASH. Only looks: no signature is checked by a program and nothing is fetched.",
  severity: "L1",
  timeoutMs,
  isPreviewable: false,
  isChanging: false,
  annotations: looksOnly,
  schema,
  run,
});
