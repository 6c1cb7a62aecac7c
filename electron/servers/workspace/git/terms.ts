import { z } from "zod";

/** Time limit of the git tools: a large repository takes its time. */
export const timeoutMs = 20_000;

/** Hints of a tool that only looks. */
export const looksOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** The `path` parameter of a git tool. */
export function pathField(description: string): z.ZodDefault<z.ZodString> {
  return z
    .string()
    .default(".")
    .meta({ description, examples: ["src"] });
}

/** A line number to start at. */
export function offset(description: string): z.ZodDefault<z.ZodInt> {
  return z
    .int()
    .min(1)
    .max(10_000_000)
    .default(1)
    .meta({ description, examples: [401] });
}
