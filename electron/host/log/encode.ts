import { hash } from "node:crypto";
import { canonicalJson, wellFormed } from "../../../shared/text/index.ts";
import { LogError } from "./errors.ts";
import { previewText, ROW_BODY_BYTES } from "./preview.ts";
import type { NewEvent } from "./types.ts";

/** Replaces secrets in a JSON value; pure, must not throw. */
export type Redact = (value: unknown) => unknown;

/** An event's body made ready to be stored. */
export interface EncodedBody {
  /** Redacted and repaired: what the log says from now on, and what listeners get. */
  readonly value: Record<string, unknown>;
  /** What the row holds: canonical JSON of the body, or of its preview. */
  readonly text: string;
  readonly bytes: number;
  readonly isRepaired: boolean;
  /** Set when the whole body goes to a blob. */
  readonly blob: { readonly hash: string; readonly json: Buffer } | null;
}

const canonical = (value: unknown): { text: string; value: unknown; isRepaired: boolean } => {
  try {
    return { text: canonicalJson(value), value, isRepaired: false };
  } catch {
    // Half a surrogate pair is the one thing that may come from outside: repaired and marked (HS-05). The rest is a bug.
    const repaired = wellFormed(value);
    return { text: canonicalJson(repaired.value), value: repaired.value, isRepaired: repaired.isRepaired };
  }
};

/** Redacts, repairs and serialises one body, once. Throws LogError `invalidInput` for what has no JSON form. */
export const encodeBody = (event: NewEvent, redact: Redact | undefined): EncodedBody => {
  try {
    const { text, value, isRepaired } = canonical(redact === undefined ? event.body : redact(event.body));
    const body = value as Record<string, unknown>;
    if (text.length <= ROW_BODY_BYTES) {
      const bytes = Buffer.byteLength(text);
      if (bytes <= ROW_BODY_BYTES) return { value: body, text, bytes, isRepaired, blob: null };
    }
    // UTF-8 once: for the size, the hash and the compressor.
    const json = Buffer.from(text);
    const blob = { hash: hash("sha256", json, "hex"), json };
    return { value: body, text: previewText(body), bytes: json.length, isRepaired, blob };
  } catch (error) {
    throw new LogError(
      "invalidInput",
      `An event of type ${event.type} could not be recorded: it holds a value that has no JSON form.`,
      error,
    );
  }
};
