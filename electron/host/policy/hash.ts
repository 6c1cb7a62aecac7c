import { hash } from "node:crypto";
import { canonicalJson, wellFormed } from "../../../shared/text/index.ts";
import type { JsonObject } from "../../../shared/contract/index.ts";

/** `sha256:<hex>` of a text's UTF-8 bytes. */
export const sha256 = (text: string): string => `sha256:${hash("sha256", text)}`;

/** A file of a change as the hash covers it. */
export interface HashedFile {
  readonly path: string;
  readonly baseHash: string | null;
  readonly content: string;
}

/**
 * The hash a decision is bound to (design §6): canonical JSON (RFC 8785) of the arguments and, for a change, of each file's path, base
 * hash and the hash of the content that will be written.
 */
export const argsHashOf = (args: JsonObject, files?: readonly HashedFile[]): string => {
  const hashed = files?.map(({ path, baseHash, content }) => ({ path, baseHash, content: sha256(content) }));
  const whole = { arguments: args, ...(hashed ? { files: hashed } : {}) };
  return sha256(canonicalOf(whole));
};

/** Text that is no valid Unicode is hashed as it will be sent. */
const canonicalOf = (value: unknown): string => {
  try {
    return canonicalJson(value);
  } catch {
    return canonicalJson(wellFormed(value).value);
  }
};
