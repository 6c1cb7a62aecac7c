/** One line of a `.gitignore`: which names it means, and whether it takes them out or back in. */
interface Rule {
  readonly pattern: RegExp;
  readonly isNegated: boolean;
  readonly isFolderOnly: boolean;
}

/** The rules of one `.gitignore`, for paths relative to its folder. */
export interface IgnoreRules {
  /** True: ignored, false: taken back in by `!`, undefined: not mentioned. */
  readonly verdict: (path: string, isFolder: boolean) => boolean | undefined;
}

function classAt(glob: string, at: number): { source: string; length: number } | null {
  const end = glob.indexOf("]", at + 2);
  if (end === -1) return null;
  const inner = glob
    .slice(at + 1, end)
    .replace(/^!/, "^")
    .replaceAll("\\", "\\\\")
    .replaceAll("[", "\\[");
  return { source: `(?!/)[${inner}]`, length: end - at + 1 };
}

function sourceOf(glob: string): string {
  let source = "";
  for (let at = 0; at < glob.length;) {
    const rest = glob.slice(at);
    const found = classAt(glob, at);
    if (rest === "/**") return `${source}/.+`;
    if (rest.startsWith("/**/")) {
      source += "/(?:.*/)?";
      at += 4;
    } else if (at === 0 && rest.startsWith("**/")) {
      source += "(?:.*/)?";
      at += 3;
    } else if (rest.startsWith("*")) {
      source += "[^/]*";
      at += (/^\*+/.exec(rest)?.[0] ?? "*").length;
    } else if (rest.startsWith("?")) {
      source += "[^/]";
      at += 1;
    } else if (rest.startsWith("[") && found !== null) {
      source += found.source;
      at += found.length;
    } else {
      const isEscape = rest.startsWith("\\") && rest.length > 1;
      source += (isEscape ? rest.charAt(1) : rest.charAt(0)).replace(/[$()*+./?[\\\]^{|}-]/, "\\$&");
      at += isEscape ? 2 : 1;
    }
  }
  return source;
}

function ruleOf(line: string): Rule | null {
  let glob = line.replace(/\r$/, "").replace(/(?<!\\)[ \t]+$/, "");
  if (glob === "" || glob.startsWith("#")) return null;
  const isNegated = glob.startsWith("!");
  if (isNegated) glob = glob.slice(1);
  const isFolderOnly = glob.endsWith("/");
  if (isFolderOnly) glob = glob.slice(0, -1);
  const isAnchored = glob.includes("/");
  if (glob.startsWith("/")) glob = glob.slice(1);
  if (glob === "") return null;
  try {
    const pattern = new RegExp(`^${isAnchored ? "" : "(?:.*/)?"}${sourceOf(glob)}$`, "su");
    return { pattern, isNegated, isFolderOnly };
  } catch {
    // git, too, skips a line it cannot read as a pattern.
    return null;
  }
}

/** Reads the text of a `.gitignore`; the last rule that fits a path decides, as in git. */
export function parseIgnore(text: string): IgnoreRules {
  const rules = text
    .split("\n")
    .map(ruleOf)
    .filter((rule) => rule !== null);
  return {
    verdict: (path, isFolder) => {
      const rule = rules.findLast((one) => (isFolder || !one.isFolderOnly) && one.pattern.test(path));
      return rule === undefined ? undefined : !rule.isNegated;
    },
  };
}
