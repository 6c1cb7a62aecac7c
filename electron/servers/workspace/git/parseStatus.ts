/** One path that differs. */
export interface StatusEntry {
  readonly path: string;
  /** In the index against HEAD, and in the work tree against the index; null where there is no change. */
  readonly staged: ChangeKind | null;
  readonly unstaged: ChangeKind | null;
  /** Where a renamed or copied path came from. */
  readonly from?: string;
}

export type ChangeKind =
  "modified" | "type changed" | "added" | "deleted" | "renamed" | "copied" | "untracked" | "conflict";

/** A work tree's state. */
export interface Status {
  /** Null when no branch is checked out. */
  readonly branch: string | null;
  /** Null before the first commit. */
  readonly head: string | null;
  readonly upstream: string | null;
  readonly ahead: number | null;
  readonly behind: number | null;
  readonly entries: readonly StatusEntry[];
}

const kinds: Readonly<Record<string, ChangeKind>> = {
  M: "modified",
  T: "type changed",
  A: "added",
  D: "deleted",
  R: "renamed",
  C: "copied",
};

function kindOf(letter: string | undefined): ChangeKind | null {
  return kinds[letter ?? ""] ?? null;
}

/** Number of blank-separated fields before the path, by the kind of line (`git status --porcelain=v2`). */
const fieldsBefore: Readonly<Record<string, number>> = { "1": 8, "2": 9, u: 10, "?": 1 };

function pathIn(field: string, before: number): string {
  let at = 0;
  for (let i = 0; i < before; i += 1) at = field.indexOf(" ", at) + 1;
  return field.slice(at);
}

function entryOf(field: string, from: string | undefined): StatusEntry | null {
  const type = field[0] ?? "";
  const before = fieldsBefore[type];
  if (before === undefined) return null;
  const path = pathIn(field, before);
  if (type === "?") return { path, staged: null, unstaged: "untracked" };
  if (type === "u") return { path, staged: null, unstaged: "conflict" };
  const changes = { path, staged: kindOf(field[2]), unstaged: kindOf(field[3]) };
  return from === undefined ? changes : { ...changes, from };
}

interface Header {
  readonly branch: string | null;
  readonly head: string | null;
  readonly upstream: string | null;
  readonly ahead: number | null;
  readonly behind: number | null;
}

function headerOf(lines: readonly string[]): Header {
  const values = new Map(
    lines.map((line) => {
      const at = line.indexOf(" ", 2);
      return [line.slice(2, at), line.slice(at + 1)] as const;
    }),
  );
  const head = values.get("branch.oid") ?? "(initial)";
  const branch = values.get("branch.head") ?? "(detached)";
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(values.get("branch.ab") ?? "") ?? [];
  return {
    branch: branch === "(detached)" ? null : branch,
    head: head === "(initial)" ? null : head,
    upstream: values.get("branch.upstream") ?? null,
    ahead: ahead === undefined ? null : Number(ahead),
    behind: behind === undefined ? null : Number(behind),
  };
}

/** Reads the fields of `git status --porcelain=v2 -z --branch`. */
export function parseStatus(fields: readonly string[]): Status {
  const entries: StatusEntry[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? "";
    const from = field.startsWith("2 ") ? fields[(at += 1)] : undefined;
    const entry = entryOf(field, from);
    if (entry !== null) entries.push(entry);
  }
  return { ...headerOf(fields.filter((field) => field.startsWith("# "))), entries };
}
