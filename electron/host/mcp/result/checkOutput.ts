import type { JsonObject } from "../../../../shared/contract/index.ts";
import { compileSchema, isJsonObject, type CompiledSchema } from "../schema/index.ts";
import type { ParsedResult } from "./parseResult.ts";

/** Largest result checked against an output schema, in bytes: the check runs on the host's own thread. */
const MAX_CHECKED_BYTES = 1_000_000;

/**
 * Checks results against the tools' output schemas, leniently: what does not fit is a warning, the result
 * stays (MC-16).
 */
export class OutputChecks {
  readonly #schemas = new Map<string, JsonObject>();
  readonly #compiled = new Map<string, CompiledSchema>();

  /** Takes a new tool list over from the last one. */
  setTools(tools: readonly { readonly name: string; readonly raw: JsonObject }[]): void {
    this.#schemas.clear();
    this.#compiled.clear();
    for (const { name, raw } of tools)
      if (isJsonObject(raw["outputSchema"])) this.#schemas.set(name, raw["outputSchema"]);
  }

  /** What is wrong with a result, in words, or null. Error results are free of the schema. */
  warningFor(tool: string, result: ParsedResult, bytes: number): string | null {
    const schema = this.#schemas.get(tool);
    if (schema === undefined || result.isError) return null;
    const name = `the output schema of "${tool}"`;
    if (result.structured === undefined) return `The result lacks the structured part that ${name} promises.`;
    if (bytes > MAX_CHECKED_BYTES) return `The result is too large to be checked against ${name}.`;
    let compiled = this.#compiled.get(tool);
    if (compiled === undefined) {
      compiled = compileSchema(schema, false);
      this.#compiled.set(tool, compiled);
    }
    if (compiled.unchecked !== null)
      return `The result is unchecked: ${name} cannot be used (${compiled.unchecked}).`;
    const [error] = compiled.check(result.structured) ?? [];
    return error
      ? `The result does not fit ${name}: ${error.instancePath || "it"} ${error.message ?? ""}.`
      : null;
  }
}
