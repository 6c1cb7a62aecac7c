import { spawn } from "node:child_process";
import { sep } from "node:path";
import { createInterface } from "node:readline";
import { errnoOf, Refusal, textOfBytes } from "../outcome/index.ts";

/** One line with at least one match. */
export interface Hit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  /** Where the first match stands in `text`, in UTF-16 units. */
  readonly matchStart: number;
  readonly matchEnd: number;
}

/** What a search found; `isCut` when it was ended early by `maxHits` or by time. */
export interface Found {
  readonly hits: readonly Hit[];
  readonly isCut: boolean;
  readonly isTimedOut: boolean;
}

/** A search to run. */
export interface Search {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly maxHits: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Text of ripgrep's JSON: plain, or base64 where it is not UTF-8. */
function textOf(value: unknown): { readonly text: string; readonly bytes: Buffer } {
  if (typeof value === "object" && value !== null) {
    if ("text" in value && typeof value.text === "string")
      return { text: value.text, bytes: Buffer.from(value.text) };
    if ("bytes" in value && typeof value.bytes === "string") {
      const bytes = Buffer.from(value.bytes, "base64");
      return { text: textOfBytes(bytes).text, bytes };
    }
  }
  return { text: "", bytes: Buffer.alloc(0) };
}

function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  let inner = value;
  for (const key of keys) {
    if (typeof inner !== "object" || inner === null) return undefined;
    inner = Reflect.get(inner, key);
  }
  return inner;
}

function numberAt(value: unknown, ...keys: readonly (string | number)[]): number {
  const found = at(value, ...keys);
  return typeof found === "number" ? found : 0;
}

function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

function hitOf(message: unknown): Hit | null {
  if (at(message, "type") !== "match") return null;
  const { text, bytes } = textOf(at(message, "data", "lines"));
  const start = numberAt(message, "data", "submatches", 0, "start");
  const end = numberAt(message, "data", "submatches", 0, "end");
  const matchStart = textOfBytes(bytes.subarray(0, start)).text.length;
  return {
    path: slashed(textOf(at(message, "data", "path")).text).replace(/^\.\//, ""),
    line: numberAt(message, "data", "line_number"),
    text: text.replace(/\r?\n$/, ""),
    matchStart,
    matchEnd: matchStart + textOfBytes(bytes.subarray(start, end)).text.length,
  };
}

function parseLine(line: string): Hit | null {
  try {
    return hitOf(JSON.parse(line));
  } catch {
    // A line cut by our own kill: the hits before it stand.
    return null;
  }
}

async function programPath(): Promise<string> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return rgPath;
  } catch (cause) {
    throw new Refusal(
      "spawnFailed",
      "Search is not available: its program (ripgrep) is not installed for this system.",
      "Use run_command with grep instead.",
      cause,
    );
  }
}

function explainFailure(stderr: string): Refusal {
  const reason = stderr
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.replace(/^rg: /, ""))
    .join("\n");
  if (/regex parse error|regex|literal .* not allowed/i.test(reason)) {
    return new Refusal(
      "invalidInput",
      "pattern is not a valid regular expression.",
      `${reason}\nPut a backslash before . ( ) [ ] { } + * ? ^ $ | to search for the character itself, for example call\\(x\\). A pattern matches within one line.`,
    );
  }
  if (/glob/i.test(reason))
    return new Refusal(
      "invalidInput",
      "file_glob is not a valid glob.",
      `${reason}\nExample: *.ts or src/**/*.py`,
    );
  return new Refusal("internal", "The search failed.", reason);
}

/**
 * Runs ripgrep and collects hits until `maxHits` or the time limit; the process never outlives the call.
 * @throws Refusal `invalidInput` (pattern, glob), `spawnFailed`, `internal`
 */
export async function runRipgrep(search: Search): Promise<Found> {
  const program = await programPath();
  const child = spawn(program, search.args, {
    cwd: search.cwd,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const hits: Hit[] = [];
  let stderr = "";
  let ended: "cut" | "time" | null = null;
  const stop = (why: "cut" | "time"): void => {
    ended ??= why;
    child.kill("SIGKILL");
  };
  const onAbort = (): void => stop("time");
  const timer = setTimeout(() => stop("time"), search.timeoutMs);
  search.signal.addEventListener("abort", onAbort);
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (stderr.length < 4_000) stderr += text;
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const hit = ended === null ? parseLine(line) : null;
    if (hit !== null) hits.push(hit);
    if (hits.length >= search.maxHits) stop("cut");
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    // 1 means no hits; 2 with hits means that some files could not be read.
    if (code === 2 && hits.length === 0 && ended === null && stderr.trim() !== "")
      throw explainFailure(stderr);
    return { hits, isCut: ended !== null, isTimedOut: ended === "time" };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      "spawnFailed",
      `The search program could not be started (${errnoOf(error)}).`,
      "Use run_command with grep instead.",
      error,
    );
  } finally {
    clearTimeout(timer);
    search.signal.removeEventListener("abort", onAbort);
  }
}
