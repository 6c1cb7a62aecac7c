import type { JsonObject } from "../../../../shared/contract/index.ts";
import { isJsonObject } from "./shape.ts";

const unescaped = (part: string): string => {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    // A stray percent sign: the part is what it says.
    return part;
  }
};

/** Follows a reference inside a schema (`#`, `#/a/b`); undefined for one that leads nowhere or elsewhere. Never throws. */
export const followRef = (root: JsonObject, ref: string): unknown => {
  if (!ref.startsWith("#")) return undefined;
  let at: unknown = root;
  for (const part of ref
    .slice(1)
    .split("/")
    .filter((one) => one !== "")) {
    if (!isJsonObject(at) && !Array.isArray(at)) return undefined;
    const name = unescaped(part);
    at = Object.hasOwn(at, name) ? (at as JsonObject)[name] : undefined;
  }
  return at;
};
