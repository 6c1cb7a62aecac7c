import { Refusal, textOfBytes } from "../outcome/index.ts";
import type { ToolContext } from "../protocol/index.ts";
import { findGit } from "./findGit.ts";
import { findRepository, type Tracked } from "./repository.ts";
import type { Repository } from "./types.ts";
import { baseEnvironment, runGit, shadowEnvironment, type GitOutput } from "./runGit.ts";
import { readSettings } from "./settings.ts";
import { openShadow } from "./shadow.ts";

/** A repository that can be asked; ends with the call. */
export interface GitSession extends Disposable {
  readonly tracked: Tracked;
  /** Runs a git command in the work tree, whatever its exit code. */
  readonly ask: (args: readonly string[]) => Promise<GitOutput>;
  /**
   * The same, for a command whose failure is a failure of the call.
   * @param share of the time that is left for the call, 0 to 1, default all
   * @throws Refusal
   */
  readonly get: (args: readonly string[], share?: number) => Promise<GitOutput>;
}

function refuseFailure(output: GitOutput, repository: Repository, hasPromisor: boolean): Refusal {
  const said = output.stderr
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .slice(0, 5)
    .join("\n");
  const isMissing = /missing|unable to read|could not (?:fetch|get)|bad object|lazy fetching disabled/i.test(
    said,
  );
  if (hasPromisor && isMissing) {
    return new Refusal(
      "notFound",
      `A part of the history of ${repository.shown} is not on this machine (a partial clone), and the git tools fetch nothing.`,
      `Use run_command with git and the network, which a person sees.\n${said}`,
    );
  }
  return new Refusal(
    "internal",
    `git could not read the repository of ${repository.shown}.`,
    said === "" ? `It ended with ${String(output.code)} and said nothing.` : `git says: ${said}`,
  );
}

/**
 * Opens the repository of a path for looking at it only: git gets a configuration of ours, reads nothing outside the root
 * and starts no program (TOOL-12).
 * @throws Refusal `spawnFailed` (no git), `notFound` (no repository), `outsideWorkspace`
 */
export async function openSession(context: ToolContext, path: string): Promise<GitSession> {
  const tracked = findRepository(context.root, path);
  const { repository } = tracked;
  const git = await findGit(context.scope);
  const base = baseEnvironment(git, context.scope.environment);
  const { format, settings, hasPromisor } = await readSettings(context, git, repository, base);
  const shadow = openShadow(context.scope, repository, format);
  const env = shadowEnvironment(base, repository, shadow, settings);
  const ask = async (args: readonly string[], share?: number): Promise<GitOutput> =>
    await runGit(context, { git, args, cwd: repository.workTree, env, share });
  return {
    tracked,
    ask,
    get: async (args, share) => {
      const output = await ask(args, share);
      if (output.code === 0 || output.isCut) return output;
      throw refuseFailure(output, repository, hasPromisor);
    },
    [Symbol.dispose]: () => shadow[Symbol.dispose](),
  };
}

/** A path as git takes it: from the top of the work tree, no character of it special. */
export function pathspec(path: string, extra = ""): string {
  return `:(top,literal${extra})${path === "." ? "" : path}`;
}

/** Fields of a `-z` answer; a last unfinished one of a cut answer is left out. */
export function fieldsOf(output: GitOutput): string[] {
  const { text } = textOfBytes(output.stdout);
  const fields = text.split("\0");
  fields.pop();
  return fields;
}

/**
 * The full hash of a revision that the model named, so that git itself never sees a text of the model's as an argument.
 * @throws Refusal `invalidInput`, `notFound`
 */
export async function resolveRevision(
  session: GitSession,
  name: string,
  field: string,
  kind: "commit" | "tree",
): Promise<string> {
  if (name.includes("\0") || /^-/.test(name) || /\.\./.test(name)) {
    throw new Refusal(
      "invalidInput",
      `${field}: ${JSON.stringify(name)} is not one revision.`,
      'Give one commit, branch or tag, for example "HEAD~1" or "main"; a range is given as from and to.',
    );
  }
  const asked = await session.ask([
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${name}^{${kind}}`,
  ]);
  const hash = asked.stdout.toString("utf8").trim();
  if (asked.code === 0 && /^[0-9a-f]{40,64}$/.test(hash)) return hash;
  const refs = await session.ask([
    "for-each-ref",
    "--count=12",
    "--sort=-committerdate",
    "--format=%(refname:short)",
  ]);
  const known = refs.stdout.toString("utf8").trim().split("\n").filter(Boolean);
  throw new Refusal(
    "notFound",
    `${field}: there is no revision ${JSON.stringify(name)} in the repository of ${session.tracked.repository.shown}.`,
    known.length === 0
      ? "The repository has no commits yet."
      : `Branches and tags, newest first: ${known.join(", ")}. See git_log for commits.`,
  );
}
