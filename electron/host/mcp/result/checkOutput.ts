import type { JsonObject, Remark } from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
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

  /** What is wrong with a result, or null. Error results are free of the schema. Never rejects. */
  async warningFor(tool: string, result: ParsedResult, bytes: number): Promise<Remark | null> {
    const schema = this.#schemas.get(tool);
    if (schema === undefined || result.isError) return null;
    if (result.structured === undefined) return remark("outputMissing", { tool });
    if (bytes > MAX_CHECKED_BYTES) return remark("outputLarge", { tool });
    const verdict = await this.#checks.check(schema, result.structured, this.#owner);
    switch (verdict.kind) {
      case "fits":
        return null;
      case "misfit":
        return remark("outputMisfit", { tool, where: verdict.where || "it", message: verdict.message });
      case "unchecked":
        return remark("outputUnchecked", { tool, why: verdict.why });
    }
  }
}
