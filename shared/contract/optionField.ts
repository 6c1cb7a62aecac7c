import { z } from "zod";

/** Something a person fills in before a server can be added. `key` is its place, `${input:key}`, in the option's texts. */
export const OptionField = z.strictObject({
  key: z.string().max(300),
  label: z.string(),
  description: z.string().optional(),
  kind: z.enum(["string", "number", "boolean", "file", "folder"]),
  isRequired: z.boolean(),
  isSecret: z.boolean(),
  /** Several values, one a line. */
  isMultiple: z.boolean(),
  preset: z.string().optional(),
  /** Bounds of a number. */
  min: z.number().optional(),
  max: z.number().optional(),
  choices: z.array(z.string()).optional(),
});
export type OptionField = z.infer<typeof OptionField>;
