/** How many tests of a run passed, failed and were skipped, in the runner's own words. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const escapes = /\u001b\[[0-9;]*m/g;

function linesOf(output: string): string[] {
  return output.replaceAll(escapes, "").split(/\r?\n/);
}

/** The sum of "N word" parts of a line, by word. */
function partsOf(line: string): Map<string, number> {
  const parts = new Map<string, number>();
  for (const [, count = "0", word = ""] of line.matchAll(/(\d+) ([a-z]+)/g)) {
    parts.set(word, (parts.get(word) ?? 0) + Number(count));
  }
  return parts;
}

function of(parts: ReadonlyMap<string, number>, ...words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (parts.get(word) ?? 0), 0);
}

/** The last line that `like` matches, as counts by word. */
function lastLine(output: string, like: RegExp): ReadonlyMap<string, number> | null {
  const line = linesOf(output).findLast((one) => like.test(one));
  return line === undefined ? null : partsOf(line);
}

/** `      Tests  1 failed | 3 passed (4)` */
export function vitestCounts(output: string): Counts | null {
  const parts = lastLine(output, /^\s*Tests\s+\d+ \w+.*\(\d+\)\s*$/);
  return (
    parts && {
      passed: of(parts, "passed"),
      failed: of(parts, "failed"),
      skipped: of(parts, "skipped", "todo"),
    }
  );
}

/** `Tests:       1 failed, 3 passed, 4 total` */
export function jestCounts(output: string): Counts | null {
  const parts = lastLine(output, /^Tests:\s+.*\d+ total\s*$/);
  return (
    parts && {
      passed: of(parts, "passed"),
      failed: of(parts, "failed"),
      skipped: of(parts, "skipped", "todo"),
    }
  );
}

/** `  3 passing (5ms)`, `  1 failing`, `  1 pending`, each on its own line. */
export function mochaCounts(output: string): Counts | null {
  const last = (word: string): number | null => {
    const line = linesOf(output).findLast((one) => new RegExp(`^ {2}\\d+ ${word}(?: \\(.*\\))?$`).test(one));
    return line === undefined ? null : Number.parseInt(line, 10);
  };
  const passed = last("passing");
  return passed === null ? null : { passed, failed: last("failing") ?? 0, skipped: last("pending") ?? 0 };
}

/** The block that ends a report of `node --test`: `ℹ pass 3`, or `# pass 3` where the output is TAP. */
export function nodeCounts(output: string): Counts | null {
  const last = (word: string): number | null => {
    const line = linesOf(output).findLast((one) => new RegExp(`^(?:ℹ|#) ${word} \\d+$`).test(one));
    return line === undefined ? null : Number(line.split(" ").at(-1));
  };
  const passed = last("pass");
  if (passed === null) return null;
  return {
    passed,
    failed: (last("fail") ?? 0) + (last("cancelled") ?? 0),
    skipped: (last("skipped") ?? 0) + (last("todo") ?? 0),
  };
}

/** `=== 1 failed, 3 passed in 0.12s ===`, with `-q` without the signs. */
export function pytestCounts(output: string): Counts | null {
  const parts = lastLine(output, /^(?:=+ )?(?:\d+ [a-z]+(?:, )?)+ in [\d.]+s\b.*$/);
  return (
    parts && {
      passed: of(parts, "passed", "xpassed"),
      failed: of(parts, "failed", "error", "errors"),
      skipped: of(parts, "skipped", "xfailed"),
    }
  );
}

/** Every `test result: ok. 3 passed; 0 failed; 1 ignored; …`, one for each test program. */
export function cargoCounts(output: string): Counts | null {
  const lines = linesOf(output).filter((line) => /^test result: \w+\. \d+ passed; \d+ failed;/.test(line));
  if (lines.length === 0) return null;
  const parts = partsOf(lines.join(" "));
  return { passed: of(parts, "passed"), failed: of(parts, "failed"), skipped: of(parts, "ignored") };
}

/** `Tests run: 4, Failures: 1, Errors: 0, Skipped: 1`: of each module the total, which names no class. */
export function mavenCounts(output: string): Counts | null {
  const total = /^(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)\s*$/;
  const found = linesOf(output).flatMap((line) => {
    const match = total.exec(line);
    return match === null ? [] : [match.slice(1).map(Number)];
  });
  if (found.length === 0) return null;
  const sum = (at: number): number => found.reduce((all, counts) => all + (counts[at] ?? 0), 0);
  const failed = sum(1) + sum(2);
  return { passed: sum(0) - failed - sum(3), failed, skipped: sum(3) };
}
