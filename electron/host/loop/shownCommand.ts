import type { JsonObject } from "../../../shared/contract/index.ts";

const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/**
 * What a command call runs, as a card shows it: a shell line as it is; a program with every argument quoted as a POSIX shell would read it, so
 * that where one argument ends and the next begins cannot be mistaken (SEC-CMD-10). `undefined` for a call that runs no command.
 */
export const shownCommand = (args: JsonObject): string | undefined => {
  const { command, program } = args;
  if (typeof command === "string") return command;
  if (typeof program !== "string") return undefined;
  const list = Array.isArray(args["args"]) ? args["args"] : [];
  return [program, ...list.map((word) => (typeof word === "string" ? word : JSON.stringify(word)))]
    .map(quote)
    .join(" ");
};
