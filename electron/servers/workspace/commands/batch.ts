import { Refusal } from "../outcome/index.ts";

/**
 * An argument as a batch file gets it, whole: always quoted, quotes doubled (cmd stays inside its quotes, and programs
 * read two as one), backslashes before a quote doubled (programs read them so).
 */
function quoted(argument: string): string {
  const doubled = argument.replaceAll(/(\\*)"/g, '$1$1""').replace(/(\\+)$/, "$1$1");
  return `"${doubled}"`;
}

/**
 * The command line that makes cmd.exe run a batch file. cmd reads such a line twice and replaces `%NAME%` even inside
 * quotes, and ends it at a line break; an argument with one of these cannot be passed on unchanged, so it is refused.
 * @throws Refusal `invalidInput`
 */
export function batchLine(file: string, args: readonly string[]): string {
  const bad = args.find((argument) => /[\0\r\n%]/.test(argument));
  if (bad !== undefined || /[\0\r\n%"]/.test(file)) {
    throw new Refusal(
      "invalidInput",
      `${file} is a Windows batch file, and the argument ${JSON.stringify((bad ?? file).slice(0, 100))} cannot be passed ` +
        "to one unchanged: it holds a line break or %.",
      "Leave these characters out, put the text into a file, or run the program behind the batch file (often node with a script).",
    );
  }
  return `"${[file, ...args].map(quoted).join(" ")}"`;
}

/** Options that make cmd.exe run one line and nothing else: no AutoRun, no delayed `!NAME!`. */
export const batchOptions = ["/d", "/v:off", "/s", "/c"] as const;
