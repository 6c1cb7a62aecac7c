import { z } from "zod";
import {
  CommandOutput,
  CommandStop,
  fail,
  ok,
  WorkspaceCommand,
  type JsonObject,
  type Result,
} from "../../../shared/contract/index.ts";
import type { ToolResult } from "../mcp/index.ts";

const oddAnswer = (tool: string, detail: string): Result<never> =>
  fail(
    "internal",
    `The workspace's server answered "${tool}" in a form that could not be read. Restart it on the Servers page, then try again.`,
    { key: "commandOddAnswer", params: { tool }, detail },
  );

const wordsOf = ({ content }: ToolResult): string =>
  content
    .map((block) => (typeof block["text"] === "string" ? block["text"] : ""))
    .join("\n")
    .slice(0, 1000);

const Refused = z.looseObject({ error: z.looseObject({ code: z.string() }) });

const refused = (result: ToolResult): Result<never> => {
  const read = Refused.safeParse(result.structured);
  const isGone = read.success && read.data.error.code === "notFound";
  return isGone
    ? fail(
        "notFound",
        "The workspace's server does not know this command any more: it keeps the last 50, and what ran before its restart has ended. Look at the list.",
        { key: "commandUnknown", detail: wordsOf(result) },
      )
    : fail("internal", `The workspace's server refused: ${wordsOf(result)}`, {
        key: "commandRefused",
        params: { why: wordsOf(result) },
      });
};

const reader =
  <T>(tool: string, schema: z.ZodType<T>) =>
  (result: ToolResult): Result<T> => {
    if (result.isError) return refused(result);
    const read = schema.safeParse(result.structured);
    return read.success ? ok(read.data) : oddAnswer(tool, read.error.message.slice(0, 500));
  };

/** What a server says beside what is read here is left out; the contract's own schemas refuse it. */
const part = <T extends z.ZodRawShape>({ shape }: z.ZodObject<T>) => z.object(shape);

/** Reads the answer of `list_commands`. */
export const readList: (result: ToolResult) => Result<{ commands: WorkspaceCommand[] }> = reader(
  "list_commands",
  z.object({ commands: z.array(part(WorkspaceCommand)) }),
);

/** Reads the answer of `command_output`. */
export const readOutput: (result: ToolResult) => Result<CommandOutput> = reader(
  "command_output",
  part(CommandOutput),
);

/** Reads the answer of `stop_command`. */
export const readStop: (result: ToolResult) => Result<CommandStop> = reader(
  "stop_command",
  part(CommandStop),
);

/** The arguments of a question without those that were not given. */
export const given = (args: Readonly<Record<string, string | number | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
