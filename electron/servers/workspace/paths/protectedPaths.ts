/** Folders that steer tools, agents or CI: what is in them can make something run. */
const folders = new Set([
  ".git",
  ".vscode",
  ".idea",
  ".cursor",
  ".windsurf",
  ".continue",
  ".roo",
  ".codex",
  ".gemini",
  ".zed",
  ".claude",
  ".loopwright",
  ".husky",
  ".circleci",
  ".buildkite",
  ".devcontainer",
  ".ssh",
  ".gnupg",
  ".aws",
]);

const files = new Set(
  [
    ".mcp.json mcp.json .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pypirc .netrc .gitconfig .gitmodules",
    "agents.md claude.md gemini.md copilot-instructions.md .cursorrules .windsurfrules .clinerules .roorules",
    ".gitlab-ci.yml .travis.yml azure-pipelines.yml jenkinsfile .pre-commit-config.yaml",
    ".drone.yml bitbucket-pipelines.yml",
    ".bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zshenv .zprofile .zlogin .kshrc .cshrc",
    ".tcshrc config.fish",
  ].flatMap((line) => line.split(" ")),
);

/**
 * A name as the most forgiving file system sees it: compatibility forms and case folded, ignorable characters, a
 * stream suffix, and dots and blanks at the end dropped, so that `.GIT`, `.git.` and `.g\u200cit` are all `.git`.
 */
function fold(name: string): string {
  const folded = name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "")
    .replace(/:.*$/, "")
    .replace(/[. ]+$/, "");
  return /^git~\d+$/.test(folded) ? ".git" : folded;
}

function partsOf(path: string): string[] {
  return path
    .split(/[\\/]/)
    .filter((part) => part !== "" && part !== ".")
    .map(fold);
}

/**
 * True for a path whose change can grant rights, run code or leak secrets (security §4.4); such a change always asks.
 * @param path relative to the root, in any spelling
 */
export function isProtectedPath(path: string): boolean {
  const parts = partsOf(path);
  const name = parts.at(-1) ?? "";
  if (parts.some((part) => folders.has(part))) return true;
  if (
    parts.some(
      (part, i) => part === ".github" && /^(?:workflows|actions|instructions)$/.test(parts[i + 1] ?? ""),
    )
  )
    return true;
  return files.has(name) || name.startsWith(".env");
}

/** Where in a repository's own store a path lies: not at all, somewhere, or where git itself takes orders from. */
export function gitArea(path: string): "none" | "store" | "orders" {
  const parts = partsOf(path);
  const at = parts.indexOf(".git");
  if (at === -1) return "none";
  const rest = parts.slice(at + 1);
  const isOrder =
    rest.length === 0 || rest.includes("hooks") || rest.some((part) => /^config(\.|$)/.test(part));
  return isOrder ? "orders" : "store";
}
