import type { JsonObject } from "../../../../shared/contract/index.ts";
import { isJsonObject } from "../schema/index.ts";

/** Deepest part of a greeting that is looked at. */
const MAX_DEPTH = 6;

/** A value without the fields that are null, a few levels deep: they mean what absent ones do. */
export const withoutNulls = (value: unknown, depth = 0): unknown => {
  if (!isJsonObject(value) || depth > MAX_DEPTH) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== null)
      .map(([name, part]) => [name, withoutNulls(part, depth + 1)]),
  );
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * An answer to `initialize` without fields that are null, and with a name where the server gives itself none: neither is a reason
 * not to use it. Every other result is given back as it is.
 */
export const soundHello = (result: JsonObject): JsonObject => {
  if (typeof result["protocolVersion"] !== "string" || !isJsonObject(result["capabilities"])) return result;
  const hello = withoutNulls(result) as JsonObject;
  const info = isJsonObject(hello["serverInfo"]) ? hello["serverInfo"] : {};
  return {
    ...hello,
    serverInfo: { ...info, name: textOf(info["name"]), version: textOf(info["version"]) },
  };
};
