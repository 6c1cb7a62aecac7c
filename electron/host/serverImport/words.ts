/** Programs that start servers: what follows one of these names in a line is its arguments. */
const starters =
  /^(?:npx|uvx|node|bun|bunx|deno|docker|podman|pnpm|yarn|npm|uv|pipx|python|python3|dotnet|dnx|java|go|ruby)(?:\.exe|\.cmd)?$/;

export const startsServers = (word: string): boolean => starters.test(word);

/**
 * The words of one command as a shell would split them; null where the line means more than a program with arguments (pipes,
 * several commands, substitutions, an open quote), because then only a shell could run it.
 */
export const wordsOf = (line: string): string[] | null => {
  const words: string[] = [];
  const rest = line.replace(/\\\r?\n/g, " ").trim();
  const next = /\s*((?:"(?:[^"\\`]|\\[^])*"|'[^']*'|\\[^\s]|[^\s"'\\|&;<>()`])+)/y;
  let at = 0;
  while (at < rest.length) {
    next.lastIndex = at;
    const [whole, word = ""] = next.exec(rest) ?? [];
    if (whole === undefined || /\n/.test(whole.trimEnd()) || /\$\(/.test(word)) return null;
    at = next.lastIndex;
    words.push(
      word.replace(
        /"((?:[^"\\]|\\[^])*)"|'([^']*)'|\\([^])/g,
        (_, double: string | undefined, single: string | undefined, plain: string | undefined) =>
          double?.replace(/\\(["\\$`])/g, "$1") ?? single ?? plain ?? "",
      ),
    );
  }
  return words;
};
