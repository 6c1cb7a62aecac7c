import { delimiter, dirname, join } from "node:path";

/** Names through which a program could be made to load or run something, or that point it at another repository. */
const steering =
  /^(?:LD_.*|DYLD_.*|BASH_ENV|ENV|BASH_FUNC_.*|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS4|CDPATH|GLOBIGNORE|NODE_OPTIONS|NODE_PATH|NODE_COMPILE_CACHE|NODE_CHANNEL_.*|ELECTRON_.*|PYTHONSTARTUP|PYTHONINSPECT|PERL5OPT|PERL5DB|RUBYOPT|JAVA_TOOL_OPTIONS|GIT_.*|LESSOPEN|LESSCLOSE|VSCODE_.*|npm_lifecycle_.*|npm_package_.*|INIT_CWD)$/i;

/** Names that look as if they held a secret; a command that needs one asks a person for it. */
const secret =
  /SECRET|TOKEN|PASSW|PASSPHRASE|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|CREDENTIAL|AUTH|SESSION_?KEY|COOKIE|PASS$|_KEY$|_SK$|(?:^|_)PAT(?:_|$)|_PWD$/i;
/** A URL with a password in it, as databases and queues have theirs. Proxies are looked at by the sandbox. */
const passwordUrl = /:\/\/[^\s/@:]*:[^\s/@]+@/;

function isSecret(name: string, value: string): boolean {
  return secret.test(name) || (passwordUrl.test(value) && !/_proxy$/i.test(name));
}

/** Makes programs fail with their own message where they would ask, page, or open an editor. */
const unattended = {
  CI: "1",
  TERM: "dumb",
  NO_COLOR: "1",
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  EDITOR: "true",
  VISUAL: "true",
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "",
  SSH_ASKPASS: "",
  SSH_ASKPASS_REQUIRE: "never",
  GIT_SSH_COMMAND: "ssh -o BatchMode=yes",
  GCM_INTERACTIVE: "never",
  DEBIAN_FRONTEND: "noninteractive",
  PIP_NO_INPUT: "1",
  npm_config_update_notifier: "false",
} as const;

/** Environment variable that names the call a process was started by; how its descendants are found. */
export const callVariable = "LOOPWRIGHT_CALL";
/** Environment variable that names the server run a process belongs to. */
export const serverVariable = "LOOPWRIGHT_WORKSPACE_RUN";

function pathOf(base: string, where: Where): string {
  const local = [...new Set([where.cwd, where.root])].map((folder) => join(folder, "node_modules", ".bin"));
  const given = base.split(delimiter).filter((part) => part !== "");
  // The Node this server runs on comes last: it serves laptops that have none of their own.
  const system = [...given, dirname(process.execPath)];
  return (where.isLocalFirst ? [...local, ...system] : [...system, ...local]).join(delimiter);
}

/** What a command's environment depends on beside the server's own. */
export interface Where {
  readonly root: string;
  readonly cwd: string;
  readonly callMark: string;
  readonly serverMark: string;
  /**
   * The project's own programs come before the system's. Not so for somebody who may run only some programs: a file of
   * the project must not take the name of an allowed one.
   */
  readonly isLocalFirst: boolean;
}

/** What a command sees: the server's environment without secrets and steering, set to never wait for a person. */
export function commandEnvironment(base: NodeJS.ProcessEnv, where: Where): Record<string, string> {
  const kept = Object.entries(base).filter(
    (pair): pair is [string, string] =>
      pair[1] !== undefined && !steering.test(pair[0]) && !isSecret(pair[0], pair[1]),
  );
  const env: Record<string, string> = { ...Object.fromEntries(kept), ...unattended };
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  env[pathName] = pathOf(env[pathName] ?? "/usr/local/bin:/usr/bin:/bin", where);
  env[callVariable] = where.callMark;
  env[serverVariable] = where.serverMark;
  return env;
}
