import path from "node:path";

/** Folders that steer tools, agents or CI: what lies in them can make something run. */
const folders = new Set(
  ".git .vscode .idea .cursor .claude .windsurf .zed .loopwright .husky .circleci .devcontainer .ssh .gnupg .aws .kube .docker .azure".split(
    " ",
  ),
);
const files = new Set(
  (
    ".mcp.json mcp.json .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pypirc .netrc .envrc .gitconfig .gitmodules .gitattributes " +
    "agents.md agent.md claude.md gemini.md copilot-instructions.md .cursorrules .windsurfrules .clinerules .roorules " +
    ".gitlab-ci.yml .travis.yml azure-pipelines.yml jenkinsfile .pre-commit-config.yaml lefthook.yml " +
    ".bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zshenv .zprofile .zlogin .kshrc .cshrc .tcshrc config.fish"
  ).split(" "),
);
const secretFolders = new Set([".ssh", ".gnupg", ".aws", ".kube", ".azure"]);
const secretFiles = new Set([
  ".npmrc",
  ".pypirc",
  ".netrc",
  ".envrc",
  ".git-credentials",
  "credentials",
  "id_rsa",
  "id_ed25519",
  "id_ecdsa",
  "id_dsa",
]);

export interface PathOptions {
  /** How the file system compares names; probe it, do not guess by system. Default `insensitive`: the safe one. */
  readonly fsCase?: "sensitive" | "insensitive";
}

export interface PathClass {
  /** A change of it can grant rights, run code or leak secrets: it always asks (security §4.4). */
  readonly isProtected: boolean;
  /** Its content is likely a secret. */
  readonly isSecret: boolean;
}

/** A name as the most forgiving file system sees it: `.GIT`, `.git.`, `.git::$DATA` and `.g\u200cit` are all `.git`. */
function fold(name: string, fsCase: "sensitive" | "insensitive"): string {
  const plain = name
    .normalize("NFKC")
    .replaceAll(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "")
    .replace(/:.*$/, "")
    .replace(/[. ]+$/, "");
  const folded = fsCase === "insensitive" ? plain.toLowerCase() : plain;
  return /^git~\d+$/i.test(folded) ? ".git" : folded;
}

const isEnvFile = (name: string): boolean =>
  name === ".env" || name.startsWith(".env.") || name.startsWith(".env-");
const isExample = (name: string): boolean => /\.(?:example|sample|template|dist)$/.test(name);

/** Judges a path by its spelling alone, in any spelling a file system would accept (SEC-FS-08). Relative to the root, or absolute. */
export function classifyPath(given: string, options: PathOptions = {}): PathClass {
  const parts = given
    .split(/[\\/]/)
    .filter((part) => part !== "" && part !== "." && part !== "..")
    .map((part) => fold(part, options.fsCase ?? "insensitive"));
  const name = parts.at(-1) ?? "";
  const isCi = parts.some((part, at) => part === ".github" && parts[at + 1] === "workflows");
  const isSecret =
    (isEnvFile(name) && !isExample(name)) ||
    secretFiles.has(name) ||
    /\.(?:pem|p12|pfx|keystore|jks)$/.test(name) ||
    parts.some((part) => secretFolders.has(part));
  const isProtected =
    isSecret || isEnvFile(name) || isCi || files.has(name) || parts.some((part) => folders.has(part));
  return { isProtected, isSecret };
}

/** Places every program may name without meaning a file. */
const harmless = /^\/dev\/(?:null|stdin|stdout|stderr|tty|fd\/\d+|zero|u?random)$/;

/** True for a text that is a path leading out of the workspace: absolute elsewhere, `..`, a home folder, a drive or share. */
export function leadsOutside(text: string, workspacePath: string): boolean {
  if (harmless.test(text)) return false;
  if (/^~(?:[\\/]|$|[a-z_][\w-]*(?:\/|$))/.test(text) || /^\\\\[^\\]/.test(text)) return true;
  if (/^[A-Za-z]:[\\/]/.test(text)) return !isInside(path.win32, workspacePath, text);
  const isPath = text.startsWith("/") || /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(text);
  if (!isPath) return false;
  return !isInside(path, workspacePath, path.resolve(workspacePath, text.replaceAll("\\", "/")));
}

function isInside(kind: Pick<typeof path, "relative" | "isAbsolute">, root: string, target: string): boolean {
  const way = kind.relative(root, target);
  return way === "" || (!/^\.\.(?:[\\/]|$)/.test(way) && !kind.isAbsolute(way));
}
