import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { resultFromError, type Call } from "../../protocol/index.ts";
import type { BackgroundHomes } from "../state/index.ts";

/** How a command's result says that something of it goes on. */
const commandResult = z.object({
  id: z.string(),
  isRunning: z.boolean().default(false),
  background: z.array(z.unknown()).default([]),
});
const unknownCommand = z.object({ error: z.object({ code: z.literal("notFound") }) });
const asksForCommand = z.object({ id: z.string() });
const backgroundTools = new Set(["command_output", "stop_command"]);

/** Notes where a command that goes on can be found later. */
export function noteBackground(homes: BackgroundHomes, result: CallToolResult): void {
  const parsed = commandResult.safeParse(result.structuredContent);
  if (parsed.success && (parsed.data.isRunning || parsed.data.background.length > 0))
    homes.note(parsed.data.id);
}

/** Where a command is not known here because another instance has it, says which; else the result as it is. */
export function nameHome(homes: BackgroundHomes, call: Call, result: CallToolResult): CallToolResult {
  if (!backgroundTools.has(call.name) || !unknownCommand.safeParse(result.structuredContent).success)
    return result;
  const input = asksForCommand.safeParse(call.input);
  const refusal = input.success ? homes.elsewhere(input.data.id) : null;
  return refusal === null ? result : resultFromError(refusal);
}
