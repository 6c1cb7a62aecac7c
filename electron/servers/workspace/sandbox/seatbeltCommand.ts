import { join } from "node:path";
import type { MacOSSandboxParams } from "@anthropic-ai/sandbox-runtime/dist/sandbox/macos-sandbox-utils.js";
import { guardedNames } from "./protectedNames.ts";

/** What a command line for seatbelt, the sandbox of macOS, is made of. All paths are real and absolute. */
export interface SeatbeltPlan {
  readonly root: string;
  readonly privateFolder: string;
  readonly temp: string;
  /** Folders hidden as a whole. */
  readonly hidden: readonly string[];
  /** What of them may be read. */
  readonly toolchains: readonly string[];
  readonly stateFolder: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly network: boolean;
  /** Default false. */
  readonly isReadOnly?: boolean;
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/**
 * The same limits as on Linux in the words of the sandbox runtime. Seatbelt judges paths, not what exists: names that must
 * not come to be need no placeholder.
 */
export function seatbeltParams(plan: SeatbeltPlan): MacOSSandboxParams {
  const guarded = [...guardedNames, ".git/hooks", ".git/config"].map((name) => join(plan.root, name));
  // The runtime sets a TMPDIR of its own; what stands in the command itself comes last and wins.
  const words = ["/usr/bin/env", `TMPDIR=${plan.temp}`, plan.program, ...plan.args];
  return {
    command: `exec ${words.map(quoted).join(" ")}`,
    needsNetworkRestriction: !plan.network,
    // Tests that open a server of their own on this machine go on working.
    allowLocalBinding: true,
    readConfig: {
      denyOnly: [],
      literalDenyOnly: [...plan.hidden, plan.stateFolder],
      literalAllowWithinDeny: [plan.root, plan.privateFolder, ...plan.toolchains],
    },
    writeConfig: {
      allowOnly: [],
      literalAllowOnly: [
        ...(plan.isReadOnly === true ? [] : [plan.root]),
        plan.privateFolder,
        "/dev/null",
        "/dev/stdout",
        "/dev/stderr",
        "/dev/tty",
      ],
      denyWithinAllow: [],
      literalDenyWithinAllow: [...guarded, plan.stateFolder],
    },
    binShell: "/bin/bash",
  };
}
