import type { Call } from "../../../shared/session/index.ts";

const word = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** What the model said it lacks, of a call of the host's own `find_servers`; undefined for every other call. */
export const lackOf = (
  call: Pick<Call, "serverId" | "tool" | "state" | "arguments">,
): { readonly keyword: string; readonly need: string } | undefined => {
  if (call.serverId !== "host" || call.tool !== "find_servers" || call.state !== "completed")
    return undefined;
  const keyword = word(call.arguments["keyword"]);
  return keyword === "" ? undefined : { keyword, need: word(call.arguments["need"]) };
};
