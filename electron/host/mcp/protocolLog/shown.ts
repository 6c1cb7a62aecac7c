import type { ProtocolEntry } from "../../../../shared/contract/index.ts";
import type { TrafficEntry } from "./protocolLog.ts";

/** Longest secret that a cut can leave a part of; so much is taken off the end of a cut text. */
const MARGIN_CHARS = 1024;

type Redact = <T>(value: T) => T;

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Texts inside a cut message, one by one: a secret may stand there escaped. The last one may have lost its end. */
const literalsRedacted = (text: string, redact: Redact): string =>
  text.replace(/"(?:[^"\\]|\\[^])*(?:"|$)/g, (literal) => {
    const isWhole = literal.length > 1 && jsonOf(literal) !== undefined;
    const value = isWhole ? jsonOf(literal) : jsonOf(`${literal.replace(/\\u?[0-9a-fA-F]{0,3}$/, "")}"`);
    if (typeof value !== "string") return redact(literal);
    const safe = redact(value);
    if (safe === value) return literal;
    const written = JSON.stringify(safe);
    return isWhole ? written : written.slice(0, -1);
  });

/** A known secret as it stands inside JSON text may be escaped, so whole messages are redacted value by value. */
const textOf = ({ text, isClipped }: TrafficEntry, redact: Redact): string => {
  if (isClipped) return literalsRedacted(text, redact).slice(0, -MARGIN_CHARS).toWellFormed();
  const parsed = jsonOf(text);
  if (parsed === undefined) return redact(text);
  const safe = redact(parsed);
  return safe === parsed ? text : JSON.stringify(safe);
};

/** A message as a person may see it: known secrets are placeholders, and no part of one is left where the text was cut. */
export const shownEntry = (entry: TrafficEntry, redact: Redact): ProtocolEntry => {
  const { seq, at, direction, kind, method, id, bytes, isClipped, answers, durationMs } = entry;
  return {
    seq,
    at,
    direction,
    kind,
    method: redact(method),
    bytes,
    text: textOf(entry, redact),
    isClipped,
    ...(id === undefined ? {} : { id: redact(String(id)) }),
    ...(answers === undefined ? {} : { answers }),
    ...(durationMs === undefined ? {} : { durationMs: Math.round(durationMs * 100) / 100 }),
  };
};
