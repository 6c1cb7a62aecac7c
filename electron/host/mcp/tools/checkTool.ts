import { hash } from "node:crypto";
import { canonicalJson, wellFormed } from "../../../../shared/text/index.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";
import {
  isDeeperThan,
  isJsonObject,
  isRemoteRef,
  mapSchema,
  MAX_SCHEMA_CHARS,
  MAX_SCHEMA_DEPTH,
} from "../schema/index.ts";
import type { ListedTool } from "../types.ts";

const unions = ["anyOf", "oneOf", "allOf"];

const isObjectType = (type: unknown): boolean =>
  type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));

const inputProblem = (schema: unknown): string | null => {
  if (schema === undefined) return "It has no input schema.";
  if (!isJsonObject(schema)) return "Its input schema is not an object.";
  if (!isObjectType(schema["type"]))
    return `Its input schema is of type ${JSON.stringify(schema["type"])} instead of "object".`;
  if (schema["properties"] !== undefined && !isJsonObject(schema["properties"])) {
    return `Its input schema's "properties" are not an object.`;
  }
  const empty = unions.find(
    (key) => schema[key] !== undefined && !(Array.isArray(schema[key]) && schema[key].length > 0),
  );
  return empty === undefined
    ? null
    : `Its input schema's "${empty}" lists nothing, so that no arguments can fit.`;
};

const sizeProblem = (raw: JsonObject): string | null => {
  if (isDeeperThan(raw, MAX_SCHEMA_DEPTH))
    return `Its definition nests deeper than ${MAX_SCHEMA_DEPTH} levels.`;
  const chars = JSON.stringify(raw).length;
  return chars > MAX_SCHEMA_CHARS
    ? `Its definition is ${chars} characters long; at most ${MAX_SCHEMA_CHARS} are taken.`
    : null;
};

const remoteProblem = (raw: JsonObject): string | null => {
  for (const key of ["inputSchema", "outputSchema"]) {
    const schema = raw[key];
    if (isJsonObject(schema) && isRemoteRef(schema["$ref"])) {
      return `Its ${key} is only a reference to ${String(schema["$ref"]).slice(0, 200)}, which is never fetched.`;
    }
  }
  return null;
};

/** Names as the MCP specification allows them. */
const nameProblem = (name: string): string | null =>
  /^[A-Za-z0-9_.-]{1,128}$/.test(name)
    ? null
    : "Its name must have 1 to 128 letters, digits, dots, dashes and underscores, and nothing else.";

/**
 * Reads one entry of a `tools/list` answer. A tool that cannot be offered gets a `problem` in words for the
 * person and harms no other (MCP-04); null when the entry has no name to show. Faults of an output schema
 * alone leave the tool usable: results are then not checked.
 */
export const checkTool = (entry: unknown): ListedTool | null => {
  if (!isJsonObject(entry) || typeof entry["name"] !== "string" || entry["name"] === "") return null;
  const name = entry["name"];
  const problem =
    nameProblem(name) ?? sizeProblem(entry) ?? inputProblem(entry["inputSchema"]) ?? remoteProblem(entry);
  return { name: name.slice(0, 200), raw: entry, problem };
};

/** SHA-256 of the definition as listed, in canonical form (MCP-04): rules and approvals are bound to it. */
export const definitionHashOf = (raw: JsonObject): string => {
  // Too deep to walk: its text is the same whenever the server sends the same.
  const text = isDeeperThan(raw, 500)
    ? `deep:${Object.keys(raw).join()}`
    : canonicalJson(wellFormed(raw).value);
  return `sha256:${hash("sha256", text)}`;
};

/**
 * The input schema as a model is given it: as it came, but for what every provider refuses. A missing or
 * listed `type` becomes `"object"`, a reference that leads elsewhere becomes "any value" with a note (it is
 * never fetched).
 */
export const offeredSchema = (raw: JsonObject): JsonObject => {
  const given = isJsonObject(raw["inputSchema"]) ? raw["inputSchema"] : {};
  const isWhole = given["type"] === "object";
  const text = JSON.stringify(given);
  const local = /"\$ref":"(?:[a-zA-Z][a-zA-Z0-9+.-]*:|\/\/)/.test(text)
    ? (mapSchema(given, (part) =>
        isRemoteRef(part["$ref"])
          ? { description: `Any value (described at ${String(part["$ref"]).slice(0, 200)}).` }
          : part,
      ) as JsonObject)
    : given;
  return isWhole ? local : { ...local, type: "object" };
};
