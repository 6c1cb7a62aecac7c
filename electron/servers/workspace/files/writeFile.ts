import { z } from "zod";
import { defineTool, type Tool } from "../protocol/index.ts";
import { askedOf, askedShape } from "./asked.ts";
import { changeFile, type Plan } from "./change.ts";
import type { Editable } from "./editable.ts";

const schema = z.strictObject({
  path: z.string().meta({
    description: "File to write, relative to the workspace root; missing folders are made.",
    examples: ["src/app.ts"],
  }),
  content: z
    .string()
    .meta({ description: "The whole new content of the file.", examples: ["export const answer = 42;\n"] }),
  ...askedShape,
  encoding: askedShape.encoding.meta({
    description:
      "Encoding to write, such as utf-8, gbk, shift_jis, windows-1252, utf-16le. Default: that of the file, UTF-8 for a new one.",
    examples: ["gbk"],
  }),
});

/** Line ends of a file that uses only CRLF are kept when the new content spells plain ones. */
function planWrite(current: Editable | null, content: string): Plan {
  if (current === null) return { after: content, did: "created" };
  const isCrlfOnly = current.text.includes("\r\n") && !/(?<!\r)\n/.test(current.text);
  if (!isCrlfOnly || content.includes("\r") || !content.includes("\n"))
    return { after: content, did: "replaced" };
  return { after: content.replaceAll("\n", "\r\n"), did: "replaced, its CRLF line ends kept" };
}

/** `write_file` (TOOL-04): makes a file, or replaces all of its text. */
export const writeFileTool: Tool = defineTool({
  name: "write_file",
  title: "Write file",
  description:
    "Creates a file with the given content, or replaces the whole content of an existing text file (its encoding, " +
    "CRLF line ends and mode are kept); what content does not hold is gone. To change a part of a file, use edit_file.",
  severity: "L2",
  timeoutMs: 10_000,
  isPreviewable: true,
  isChanging: true,
  isJournaled: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  schema,
  run: async (input, context) =>
    await changeFile(
      context,
      input.path,
      (_place, current) => planWrite(current, input.content),
      askedOf(input, true),
    ),
});
