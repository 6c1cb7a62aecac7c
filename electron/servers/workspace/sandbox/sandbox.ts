import { perScope } from "../protocol/index.ts";
import type { Scope, Tool } from "../protocol/index.ts";
import { createBubblewrapSandbox } from "./linux.ts";

import { createSeatbeltSandbox } from "./seatbelt.ts";
import { createNoSandbox } from "./none.ts";
import { sweepPlaceholders } from "./placeholders.ts";
import { neverMade } from "./protectedNames.ts";
import type { Sandbox } from "./types.ts";

function create(scope: Scope): Sandbox {
  if (scope.sandbox === "off") return createNoSandbox("off", "it is turned off in the settings.");
  if (scope.root.real === "/")
    return createNoSandbox(
      "unsupported",
      "the workspace is the whole file system. Open a folder of it instead.",
    );
  switch (process.platform) {
    case "linux":
      return createBubblewrapSandbox(scope);
    case "darwin":
      return createSeatbeltSandbox(scope);
    default:
      return createNoSandbox("unsupported", "there is none for this system yet; Linux and macOS have one.");
  }
}

/** The sandbox of a scope. */
export const sandboxOf: (scope: Scope) => Sandbox = perScope(create);

/** Removes what a server that was killed while a command ran has left in the workspace. Never throws. */
export function tidyAfterKilled(scope: Scope): void {
  if (process.platform === "linux") sweepPlaceholders(neverMade(scope.root.real));
}

/** Says in the definition of a tool that runs commands what they run in (`loopwright/sandbox`). Never rejects. */
export async function sandboxMeta(scope: Scope, tool: Tool): Promise<Record<string, unknown>> {
  const runsCommands = tool.severity === "L3" && tool.annotations.openWorldHint;
  return runsCommands ? { "loopwright/sandbox": await sandboxOf(scope).state() } : {};
}
