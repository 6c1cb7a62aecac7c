import { hash } from "node:crypto";

/** `sha256:<hex>` of bytes as they are on disk: the base of every change. */
export function hashOf(bytes: Buffer): string {
  return `sha256:${hash("sha256", bytes, "hex")}`;
}
