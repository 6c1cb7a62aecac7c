import type { JsonObject } from "../../../../shared/contract/index.ts";
import { isJsonObject, schemaChecks, type SchemaChecks } from "../schema/index.ts";
import type { ParsedResult } from "./parseResult.ts";

/** Largest result checked against an output schema, in bytes: handing a larger one over would itself take time. */
const MAX_CHECKED_BYTES = 1_000_000;

/**
 * Checks results against the tools' output schemas, leniently: what does not fit is a warning, the result
 * stays (MC-16).
 */
export class OutputChecks {
  readonly #owner: string;
  readonly #checks: Pick<SchemaChecks, "check">;
  readonly #schemas = new Map<string, JsonObject>();

  /** `owner` is the server, see {@link schemaChecks}; `checks` are those of this process. */
  constructor(owner: string, checks: Pick<SchemaChecks, "check"> = schemaChecks) {
    this.#owner = owner;
    this.#checks = checks;
  }

  /** Takes a new tool list over from the last one. */
  setTools(tools: readonly { readonly name: string; readonly raw: JsonObject }[]): void {
    this.#schemas.clear();
    for (const { name, raw } of tools)
      if (isJsonObject(raw["outputSchema"])) this.#schemas.set(name, raw["outputSchema"]);
  }

  /** What is wrong with a result, in words, or null. Error results are free of the schema. Never rejects. */
  async warningFor(tool: string, result: ParsedResult, bytes: number): Promise<string | null> {
    const schema = this.#schemas.get(tool);
    if (schema === undefined || result.isError) return null;
    const name = `the output schema of "${tool}"`;
    if (result.structured === undefined) return `The result lacks the structured part that ${name} promises.`;
    if (bytes > MAX_CHECKED_BYTES) return `The result is too large to be checked against ${name}.`;
    const verdict = await this.#checks.check(schema, result.structured, this.#owner);
    switch (verdict.kind) {
      case "fits":
        return null;
      case "misfit":
        return `The result does not fit ${name}: ${verdict.where || "it"} ${verdict.message}.`;
      case "unchecked":
        return `The result could not be checked against ${name}: ${verdict.why}.`;
    }
  }
}
