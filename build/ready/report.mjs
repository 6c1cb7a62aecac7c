/**
 * How the set-up scripts speak: progress on stderr (stdout belongs to what the script itself promises, such as the
 * last line of `npm test` or the host's messages), and failures as three sentences.
 */

/** A failure a person can act on: what failed, why, and what to do next. Scripts print it without a stack. */
export class SetupFailure extends Error {
  /**
   * @param {string} what what failed, as one sentence
   * @param {string} why the cause, as far as it is known
   * @param {string} next what to do about it; a command stands on a line of its own
   */
  constructor(what, why, next) {
    super(`${what}\n  Why:  ${why}\n  Next: ${next}`);
    this.name = "SetupFailure";
  }
}

/**
 * One line of progress.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`[loopwright] ${text}\n`);
}

/**
 * The cause of a failed child process in one line, from its output: npm and apt end with their reason.
 * @param {string} output
 * @param {number} [lines] how many of the last lines to keep
 */
export function lastLines(output, lines = 3) {
  const kept = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(-lines);
  return kept.length === 0 ? "it said nothing" : kept.join(" / ");
}

/**
 * Runs a script's main function: a `SetupFailure` is printed as it is, anything else is a fault of the script and
 * keeps its stack. Sets the exit code, never calls `exit`, so that output is written out.
 * @param {() => Promise<number>} main resolves to the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (error instanceof SetupFailure) process.stderr.write(`\n[loopwright] ${error.message}\n`);
    else process.stderr.write(`\n[loopwright] ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}
