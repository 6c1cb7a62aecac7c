import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { formatBytes, headBytes, resultBytes } from "../outcome/index.ts";
import { Refusal } from "../outcome/index.ts";
import type { ToolOutcome } from "./toolTypes.ts";

/** A result line stays below this in JSON, since MCP clients end a connection at 10 MiB a line. */
const maxStructuredBytes = 9.5 * 1024 * 1024;

function oneLine(text: string): string {
  return (/[\r\n]/.test(text) ? text.replaceAll(/\s*[\r\n]+\s*/g, " ") : text).trim();
}

function textOf(summary: string, body: string): string {
  const text = body === "" ? oneLine(summary) : `${oneLine(summary)}\n\n${body}`;
  // A unit of a string takes three bytes at most.
  if (text.length * 3 <= resultBytes || Buffer.byteLength(text) <= resultBytes) return text;
  const note = `\n[cut at ${formatBytes(resultBytes)}: ask for less at a time]`;
  return headBytes(text, resultBytes - Buffer.byteLength(note)) + note;
}

/** One summary line, an empty line, the body, at most 30 KB; the structured part beside it (TOOL-06). */
export function resultFrom(outcome: ToolOutcome): CallToolResult {
  const content: CallToolResult["content"] = [
    { type: "text", text: textOf(outcome.summary, outcome.body ?? "") },
  ];
  if (outcome.failure === undefined) return { content, structuredContent: outcome.data };
  return { content, structuredContent: { ...outcome.data, error: outcome.failure }, isError: true };
}

/** The `isError` result of a refusal; anything that is not a Refusal is a bug and reads as `internal`. */
export function resultFromError(error: unknown): CallToolResult {
  const refusal =
    error instanceof Refusal
      ? error
      : new Refusal("internal", `The tool failed: ${error instanceof Error ? error.message : String(error)}`);
  const message = [refusal.message, refusal.advice].filter((part) => part !== "").join("\n");
  return {
    content: [{ type: "text", text: textOf(refusal.message, refusal.advice) }],
    structuredContent: { error: { code: refusal.code, message } },
    isError: true,
  };
}

/** @throws Refusal `tooLarge` when the structured part would not pass an MCP connection */
export function assertPasses(data: Record<string, unknown>, advice: string): void {
  const bytes = Buffer.byteLength(JSON.stringify(data));
  if (bytes <= maxStructuredBytes) return;
  throw new Refusal(
    "tooLarge",
    `The answer would be ${formatBytes(bytes)}, more than a connection carries.`,
    advice,
  );
}
