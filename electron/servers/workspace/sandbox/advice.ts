import type { SandboxKind } from "./types.ts";

const networkSigns =
  /EAI_AGAIN|ENETUNREACH|ENOTFOUND|ECONNREFUSED|Network is unreachable|Temporary failure in name resolution|Could not resolve|Name or service not known|Failed to connect|Couldn't connect/i;
const writeSigns = /EROFS|Read-only file system|EBUSY|Device or resource busy/i;
const startSigns = /^bwrap: execvp (.+): /m;

/**
 * What a model should know about the sandbox when a command failed in a way that may come from it; an empty text when
 * nothing looks like it.
 * @param output what the command wrote
 */
export function sandboxAdvice(kind: SandboxKind, network: boolean, output: string): string {
  if (kind === "none") return "";
  const started = startSigns.exec(output)?.[1];
  if (started !== undefined)
    return `${started} lies where commands in the sandbox see nothing (home folder, temporary files). Use a program of the workspace or of the system.`;
  const parts: string[] = [];
  if (!network && networkSigns.test(output))
    parts.push(
      "The sandbox gives no network: if the command needs it, call again with network: true; the person decides.",
    );
  if (writeSigns.test(output))
    parts.push(
      "The sandbox lets commands write only in the workspace and in TMPDIR. It lets none change .git/hooks, .git/config, " +
        ".vscode, .idea, .cursor, .claude, .loopwright or .mcp.json, nor make a .git at the top of the workspace (git init): " +
        "those are up to the person.",
    );
  return parts.join(" ");
}
