import { canonicalJson, clipDeep } from "../../../shared/text/index.ts";

/** Largest body that a row holds itself, in bytes of its JSON (design §4). */
export const ROW_BODY_BYTES = 4096;

const shallow = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (Array.isArray(value)) return [key, []];
      return [key, value !== null && typeof value === "object" ? {} : clipDeep(value, 60)];
    }),
  );

/**
 * A body cut to what fits in a row, as canonical JSON: long strings first, then nested values. Top-level keys stay, so that
 * lists and summaries read previews and whole bodies alike.
 */
export const previewText = (body: Record<string, unknown>): string => {
  for (const max of [400, 60]) {
    const text = canonicalJson(clipDeep(body, max));
    if (Buffer.byteLength(text) <= ROW_BODY_BYTES) return text;
  }
  const text = canonicalJson(shallow(body));
  return Buffer.byteLength(text) <= ROW_BODY_BYTES ? text : "{}";
};
