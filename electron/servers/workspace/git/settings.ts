import { join } from "node:path";
import { Refusal } from "../outcome/index.ts";
import type { ToolContext } from "../protocol/index.ts";
import type { Git } from "./findGit.ts";
import { nowhere, runGit } from "./runGit.ts";
import type { Repository, Setting, StoreFormat } from "./types.ts";

/** What is taken over from a repository's configuration and the person's own. */
export interface Settings {
  readonly format: StoreFormat;
  readonly settings: readonly Setting[];
  /** A remote is asked for objects that are missing here; we never do. */
  readonly hasPromisor: boolean;
}

/** Settings that change what git sees and can start nothing, with the values they may have. */
const harmless: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    "core.filemode": /^(?:true|false)$/i,
    "core.ignorecase": /^(?:true|false)$/i,
    "core.symlinks": /^(?:true|false)$/i,
    "core.precomposeunicode": /^(?:true|false)$/i,
    "core.longpaths": /^(?:true|false)$/i,
    "core.trustctime": /^(?:true|false)$/i,
    "core.checkstat": /^(?:default|minimal)$/i,
    "core.autocrlf": /^(?:true|false|input)$/i,
    "core.eol": /^(?:lf|crlf|native)$/i,
  }),
);
/** Where a branch comes from: names only, no addresses. */
const upstream = /^(?:branch\..+\.(?:remote|merge)|remote\..+\.fetch)$/;
const refName = /^[+\w./:*@-]{1,300}$/;
/** A branch of this many is enough to tell the current one's upstream. */
const mostUpstreams = 400;

function parseList(output: Buffer): Setting[] {
  return output
    .toString("utf8")
    .split("\0")
    .filter((entry) => entry !== "")
    .map((entry) => {
      const at = entry.indexOf("\n");
      return at === -1
        ? { key: entry, value: "true" }
        : { key: entry.slice(0, at), value: entry.slice(at + 1) };
    });
}

function valueOf(list: readonly Setting[], key: string): string | undefined {
  return list.findLast((setting) => setting.key === key)?.value.toLowerCase();
}

function formatOf(own: readonly Setting[], shown: string): StoreFormat {
  const objects = valueOf(own, "extensions.objectformat") ?? "sha1";
  const refs = valueOf(own, "extensions.refstorage") ?? "files";
  if ((objects === "sha1" || objects === "sha256") && (refs === "files" || refs === "reftable"))
    return { objects, refs };
  throw new Refusal(
    "notFound",
    `The repository of ${shown} is stored in a way that is not known here (${objects}, ${refs}).`,
    "Use run_command with git, which a person sees.",
  );
}

/** Which of all settings git is given. `own` is the repository's, `personal` the machine's and the person's. */
export function chosenSettings(personal: readonly Setting[], own: readonly Setting[]): Setting[] {
  const plain = [...personal, ...own].filter(({ key, value }) => harmless.get(key)?.test(value) === true);
  // Which file says what to ignore is the person's choice; a repository's could lie anywhere.
  const ignores = personal.filter(({ key }) => key === "core.excludesfile");
  const branches = own.filter(({ key, value }) => upstream.test(key) && refName.test(value));
  return [...plain, ...ignores, ...branches.slice(0, mostUpstreams)];
}

/**
 * Reads the configuration without acting on it; a repository's includes are not followed.
 * @throws Refusal `notFound` when the repository's configuration cannot be read
 */
export async function readSettings(
  context: ToolContext,
  git: Git,
  repository: Repository,
  env: Readonly<Record<string, string>>,
): Promise<Settings> {
  const list = ["config", "--list", "-z"];
  const file = join(repository.commonDir, "config");
  const [personal, own] = await Promise.all([
    runGit(context, { git, args: list, cwd: nowhere, env }),
    runGit(context, { git, args: [...list, "--no-includes", "--file", file], cwd: nowhere, env }),
  ]);
  if (own.code !== 0) {
    throw new Refusal(
      "notFound",
      `The configuration of the repository of ${repository.shown} cannot be read: ${own.stderr.trim().split("\n")[0] ?? ""}`,
      "A person can repair .git/config.",
    );
  }
  const ownList = parseList(own.stdout);
  // A broken personal configuration is no reason to show nothing.
  const personalList = personal.code === 0 ? parseList(personal.stdout) : [];
  return {
    format: formatOf(ownList, repository.shown),
    settings: chosenSettings(personalList, ownList),
    hasPromisor: ownList.some(({ key }) => /^remote\..+\.promisor$/.test(key)),
  };
}
