import { z } from "zod";
import { Refusal } from "../outcome/index.ts";

const path = {
  description: "File to read, relative to the workspace root. Required.",
  examples: ["src/app.ts"],
};
const limit = { description: "Most lines to show, at most 2,000. Default 2,000.", examples: [100] };

/** The parameters of `read_file`. */
export const readSchema = z.strictObject({
  path: z.string().optional().meta(path),
  filename: z
    .string()
    .optional()
    .meta({ description: "Another name for path.", examples: ["src/app.ts"] }),
  offset: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "First line to show, counted from 1. Default 1.", examples: [200] }),
  limit: z.int().min(1).optional().meta(limit),
  max_lines: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "Another name for limit.", examples: [100] }),
  column: z
    .int()
    .min(1)
    .optional()
    .meta({
      description: "For a very long line: shows only line offset, from this character (counted from 1) on.",
      examples: [2001],
    }),
  encoding: z
    .string()
    .optional()
    .meta({
      description: "Only if the guess was wrong: the file's encoding, such as gbk, shift_jis, windows-1252.",
      examples: ["gbk"],
    }),
});

/** Parsed arguments of `read_file`. */
export type ReadInput = z.output<typeof readSchema>;

/** @throws Refusal `invalidInput` when neither name of the path is given */
export function pathOf(input: ReadInput): string {
  const given = input.path ?? input.filename;
  if (given !== undefined) return given;
  throw new Refusal(
    "invalidInput",
    'read_file needs path: the file to read. Example: {"path": "src/app.ts"}.',
  );
}
