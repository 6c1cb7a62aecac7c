import { existsSync } from "node:fs";
import { join } from "node:path";

/** A program and its arguments that run one command line. */
export interface Shell {
  readonly program: string;
  readonly args: readonly string[];
}

const places = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/opt/homebrew/bin/bash"];

/** bash without start-up files, else sh; on Windows its own command processor. */
export function shellFor(command: string): Shell {
  if (process.platform === "win32") {
    const program =
      process.env["ComSpec"] ?? join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "cmd.exe");
    return { program, args: ["/d", "/s", "/c", `"${command}"`] };
  }
  const bash = places.find((place) => existsSync(place));
  if (bash === undefined) return { program: "/bin/sh", args: ["-c", command] };
  return { program: bash, args: ["--noprofile", "--norc", "-c", command] };
}
