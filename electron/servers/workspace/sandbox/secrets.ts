import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** What a person keeps secret in a home folder. It counts only where the workspace is the home folder itself. */
const personal = [
  ...[".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".config/gcloud", ".config/gh", ".config/op"],
  ...[".local/share/keyrings", ".password-store", ".mozilla", ".thunderbird", ".config/google-chrome"],
  ...[".config/chromium", ".netrc", ".npmrc", ".pypirc", ".git-credentials", ".pgpass", ".m2/settings.xml"],
  ...[
    ".m2/settings-security.xml",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".config/git/credentials",
  ],
];

const hostKeys = (): string[] => {
  try {
    return readdirSync("/etc/ssh").filter((name) => /^ssh_host_.*_key$/.test(name));
  } catch {
    // No server for secure shells here.
    return [];
  }
};

/** Files that only root may read; who is root has to be kept from them. */
const systems = (): string[] => [
  ...["/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-"],
  ...hostKeys().map((name) => join("/etc/ssh", name)),
];

/** Paths to be covered, each existing. */
export interface Secrets {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/**
 * @param homes home folders that the command sees as they are, because they are part of the workspace
 * @param isRoot whether commands run as root
 */
export function findSecrets(homes: readonly string[], isRoot: boolean): Secrets {
  const all = [
    ...(isRoot ? systems() : []),
    ...homes.flatMap((home) => personal.map((name) => join(home, name))),
  ];
  const folders: string[] = [];
  const files: string[] = [];
  for (const path of all) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) folders.push(path);
    else if (stat?.isFile() === true) files.push(path);
  }
  return { folders, files };
}
