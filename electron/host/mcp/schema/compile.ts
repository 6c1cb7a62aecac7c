import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject, Options } from "ajv";
import { isLinearPattern } from "../../../../shared/schema/index.ts";
import { isDeeperThan, isRemoteRef, mapSchema, MAX_SCHEMA_DEPTH, without } from "./shape.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";

/**
 * Checks a value: null when it fits, else what did not. Never throws; a schema that cannot be used finds
 * nothing.
 */
export type Check = (value: unknown) => readonly ErrorObject[] | null;

/** A check with what was left out of it, so that "fits" is not taken for more than it is. */
export interface CompiledSchema {
  readonly check: Check;
  /** Why the schema could not be used at all; `check` then passes everything. */
  readonly unchecked: string | null;
  /** Regular expressions that were left out because a hostile one could stop the host. */
  readonly skippedPatterns: number;
}

const options: Options = {
  strict: false,
  allErrors: false,
  validateFormats: false,
  validateSchema: false,
  meta: false,
  addUsedSchema: false,
  logger: false,
  useDefaults: false,
  coerceTypes: false,
  verbose: true,
};

const ajvFor = (dialect: unknown): Ajv => {
  const name = typeof dialect === "string" ? dialect : "";
  if (/draft-0[3-7]/.test(name)) return new Ajv(options);
  return name.includes("2019-09") ? new Ajv2019(options) : new Ajv2020(options);
};

const prepare = (schema: JsonObject, keepsPatterns: boolean): { schema: JsonObject; skipped: number } => {
  let skipped = 0;
  const safe = mapSchema(schema, (part) => {
    if (isRemoteRef(part["$ref"]) || isRemoteRef(part["$dynamicRef"])) return {};
    const drop: string[] = [];
    if (typeof part["pattern"] === "string" && !(keepsPatterns && isLinearPattern(part["pattern"])))
      drop.push("pattern");
    const patterns = part["patternProperties"];
    if (typeof patterns === "object" && patterns !== null) {
      if (!keepsPatterns || !Object.keys(patterns).every(isLinearPattern)) drop.push("patternProperties");
    }
    skipped += drop.length;
    return drop.length > 0 ? without(part, drop) : part;
  });
  // The dialect is chosen already, and an address of its own would clash with a twin's.
  return { schema: without(safe as JsonObject, ["$schema", "$id", "id"]), skipped };
};

const pass: Check = () => null;

/**
 * Compiles a schema in the dialect it names (2020-12 when it names none) without ever fetching anything.
 * Patterns of a server's own are used only where they cannot blow up, and not at all with `keepsPatterns:
 * false` (results). A schema that does not compile gives a check that passes, with the reason in `unchecked`.
 * Never throws.
 */
export const compileSchema = (schema: JsonObject, keepsPatterns: boolean): CompiledSchema => {
  try {
    if (isDeeperThan(schema, MAX_SCHEMA_DEPTH))
      return { check: pass, unchecked: "it nests too deep", skippedPatterns: 0 };
    const prepared = prepare(schema, keepsPatterns);
    const validate = ajvFor(schema["$schema"]).compile(prepared.schema);
    const check: Check = (value) => {
      try {
        return validate(value) === false ? (validate.errors ?? []) : null;
      } catch {
        // A schema that refers to itself without end: it checks nothing.
        return null;
      }
    };
    return { check, unchecked: null, skippedPatterns: prepared.skipped };
  } catch (error) {
    return {
      check: pass,
      unchecked: error instanceof Error ? error.message : String(error),
      skippedPatterns: 0,
    };
  }
};
