import { Refusal } from "../outcome/index.ts";

const literally = (pattern: string): string =>
  `To search for the text as it is: Example: {"pattern": ${JSON.stringify(pattern)}, "is_literal": true}. ` +
  "Or put a backslash before each of . ( ) [ ] { } + * ? ^ $ | that means the character itself, as in call\\(x\\).";

/** The lines of ripgrep's standard error that say something, its own name and options left out. */
function reasonsOf(stderr: string): string[] {
  return stderr
    .split("\n")
    .map((line) => line.replace(/^rg: /, "").trim())
    .filter((line) => line !== "");
}

/** Paths that could not be read, as ripgrep names them ("./a: Permission denied (os error 13)"). */
export function unreadPaths(stderr: string): string[] {
  return stderr.split("\n").flatMap((line) => {
    const path = /^rg: (?:\.[\\/])?(.+?): .*\(os error \d+\)/.exec(line)?.[1];
    return path === undefined ? [] : [path.replaceAll("\\", "/")];
  });
}

function regexProblem(reasons: readonly string[]): string {
  const error = reasons.filter((line) => line.startsWith("error: ")).map((line) => line.slice(7));
  if (error.length > 0) return error.join("; ");
  return reasons.find((line) => /literal|size limit|PCRE2|regex/.test(line)) ?? reasons.join(" ");
}

/** True for the failure of a pattern that only the slower engine with look-around and back-references knows. */
export function needsLookAround(stderr: string): boolean {
  return /look-around, including|backreferences are not supported/.test(stderr);
}

/** The refusal of a pattern that can only match across lines. */
export function refuseLineBreak(pattern: string): Refusal {
  return new Refusal(
    "invalidInput",
    "pattern holds a line break, but a search looks at one line at a time.",
    `To match across lines: Example: {"pattern": ${JSON.stringify(pattern)}, "is_multiline": true}.`,
  );
}

/** Puts the failure of a search into words: what is wrong with the pattern or glob, and the call that would work. */
export function explainFailure(stderr: string, pattern: string): Refusal {
  const reasons = reasonsOf(stderr);
  const all = reasons.join("\n");
  if (/the literal .* not allowed in a regex/.test(all)) return refuseLineBreak(pattern);
  if (/size limit/i.test(all)) {
    return new Refusal(
      "invalidInput",
      "pattern is too large a regular expression.",
      "Use smaller repetitions, for example \\d{1,20} instead of \\d{1,99999}.",
    );
  }
  if (/regex|PCRE2/i.test(all)) {
    return new Refusal(
      "invalidInput",
      `pattern is not a valid regular expression: ${regexProblem(reasons)}.`,
      literally(pattern),
    );
  }
  if (/glob/i.test(all)) {
    return new Refusal(
      "invalidInput",
      `file_glob is not a valid glob: ${reasons.join(" ")}.`,
      'Put a backslash before [ or { that means the character itself. Example: {"file_glob": "*.ts"}.',
    );
  }
  return new Refusal("internal", "The search failed.", all);
}
