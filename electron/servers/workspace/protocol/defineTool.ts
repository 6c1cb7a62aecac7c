import type { z } from "zod";
import { parseArguments } from "./arguments.ts";
import type { Tool, ToolContext, ToolOutcome } from "./toolTypes.ts";

/** Binds a tool's schema to its `run`, so that a tool only ever sees parsed arguments. */
export function defineTool<S extends z.ZodType>(
  tool: Omit<Tool, "run" | "schema"> & {
    readonly schema: S;
    readonly run: (input: z.output<S>, context: ToolContext) => Promise<ToolOutcome>;
  },
): Tool {
  return {
    ...tool,
    run: async (input, context) =>
      await tool.run(
        parseArguments<z.output<S>>(tool.name, tool.schema as z.ZodType<z.output<S>>, input),
        context,
      ),
  };
}
