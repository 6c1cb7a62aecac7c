import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject, Options } from "ajv";
import { isDeeperThan, isRemoteRef, mapSchema, MAX_SCHEMA_DEPTH, without } from "./shape.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";

/** What a value came to: what did not fit (nothing when it fits), or why it could not be checked. */
export type Outcome =
  | { readonly kind: "checked"; readonly errors: readonly ErrorObject[] }
  | { readonly kind: "unchecked"; readonly why: string };

/** Checks a value without changing it. Never throws. */
export type Check = (value: unknown) => Outcome;

/** More properties side by side than this would nest the made code deeper than it can be read. */
const MANY_PROPERTIES = 300;

const matchesAll = { test: () => true } as unknown as RegExp;

/** Servers write for engines of all kinds: one that only the older syntax takes is taken so, one that none takes asks for nothing. */
const regExp = Object.assign(
  (pattern: string, flags: string): RegExp => {
    for (const tried of [flags, ""]) {
      try {
        return new RegExp(pattern, tried);
      } catch {
        // The next syntax.
      }
    }
    return matchesAll;
  },
  { code: "schemaPattern" },
);

const options: Options = {
  strict: false,
  validateFormats: false,
  validateSchema: false,
  meta: false,
  addUsedSchema: false,
  logger: false,
  useDefaults: false,
  coerceTypes: false,
  verbose: true,
  code: { regExp },
};

/** The engine of the dialect a schema names, 2020-12 where it names none (mcp.md §1.3); null for one that is not known. */
const engineOf = (dialect: unknown, own: Options): Ajv | null => {
  if (dialect === undefined) return new Ajv2020(own);
  if (typeof dialect !== "string") return null;
  const known = /^https?:\/\/json-schema\.org\/(draft-0[4-7]|draft\/20(?:19-09|20-12))\/schema#?$/.exec(
    dialect,
  );
  if (known === null) return null;
  if (known[1] === "draft/2020-12") return new Ajv2020(own);
  return known[1] === "draft/2019-09" ? new Ajv2019(own) : new Ajv(own);
};

/** Where every schema lies for its engine, which it has to itself; without an address a reference to `#` finds nothing. */
const ADDRESS = "schema:root";

/** References that lead out ask for nothing; the dialect is chosen already. */
const prepare = (schema: JsonObject): JsonObject => ({
  ...without(
    mapSchema(schema, (part) =>
      isRemoteRef(part["$ref"]) || isRemoteRef(part["$dynamicRef"]) ? {} : part,
    ) as JsonObject,
    ["$schema", "$id", "id"],
  ),
  $id: ADDRESS,
});

const hasManyProperties = (schema: JsonObject): boolean => {
  let isWide = false;
  mapSchema(schema, (part) => {
    isWide ||= Object.keys(part).length > MANY_PROPERTIES;
    return part;
  });
  return isWide;
};

const uncheckable =
  (why: string): Check =>
  () => ({ kind: "unchecked", why });

/**
 * Compiles a schema in the dialect it names without ever fetching anything. One that cannot be used gives a check that says why.
 * Never throws. It may run long on a hostile schema, and so may the check: on the host's own thread only for what
 * `isPlain` allows.
 */
export const compileSchema = (schema: JsonObject): Check => {
  if (isDeeperThan(schema, MAX_SCHEMA_DEPTH)) return uncheckable("its schema nests too deep");
  try {
    const engine = engineOf(schema["$schema"], { ...options, allErrors: hasManyProperties(schema) });
    if (engine === null)
      return uncheckable(
        `its schema is written in a dialect that is not known here (${JSON.stringify(schema["$schema"]).slice(0, 200)})`,
      );
    const validate = engine.compile(prepare(schema));
    return (value) => {
      try {
        return { kind: "checked", errors: validate(value) === false ? (validate.errors ?? []) : [] };
      } catch {
        return { kind: "unchecked", why: "its schema refers to itself without end, or nests too deep" };
      }
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return uncheckable(`its schema cannot be used (${why.slice(0, 300)})`);
  }
};
