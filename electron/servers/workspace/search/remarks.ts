const kept = 16_000;
const keptLarge = 200;

/** What a search program wrote to its standard error. */
interface Remarks {
  push(text: string): void;
  /** Errors, without what is said for debugging, at most 16,000 characters. */
  errors(): string;
  /** Files that were left out for their size, at most 200. */
  tooLarge(): readonly string[];
}

/**
 * Sorts ripgrep's standard error. With `--debug` it names each file that is over `--max-filesize`, which it says nowhere
 * else; that costs nothing as long as no glob is given.
 */
export function createRemarks(): Remarks {
  const tooLarge: string[] = [];
  let errors = "";
  let rest = "";
  const take = (line: string): void => {
    if (!line.startsWith("rg: DEBUG|")) {
      if (errors.length < kept) errors += `${line}\n`;
      return;
    }
    const path = /: ignoring (?:\.[\\/])?(.+): \d+ bytes$/.exec(line)?.[1];
    if (path !== undefined && tooLarge.length < keptLarge) tooLarge.push(path.replaceAll("\\", "/"));
  };
  return {
    push: (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) take(line);
    },
    errors: () => (errors + (rest.startsWith("rg: DEBUG|") ? "" : rest)).slice(0, kept),
    tooLarge: () => tooLarge.toSorted(),
  };
}
