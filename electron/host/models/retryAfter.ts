/** The three date forms of HTTP; anything looser (`2abc` is a year to `Date.parse`) is not a date. */
const httpDate =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

function secondsToMs(value: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(value) ? Math.ceil(Number(value) * 1000) : null;
}

/**
 * How long a server asks to be left alone, in milliseconds, or `null` when it does not say so in a form that can be
 * believed. Reads `retry-after-ms`, then `Retry-After` as seconds or as an HTTP date. Never negative, never NaN, not
 * capped: what to do with a huge wait is the loop's choice (PV-01).
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const exact = headers.get("retry-after-ms")?.trim();
  if (exact !== undefined && /^\d+(?:\.\d+)?$/.test(exact)) return Math.ceil(Number(exact));
  const value = headers.get("retry-after")?.trim();
  if (value === undefined) return null;
  const fromSeconds = secondsToMs(value);
  if (fromSeconds !== null) return fromSeconds;
  if (!httpDate.test(value)) return null;
  const at = Date.parse(value.endsWith("GMT") ? value : `${value} GMT`);
  return Number.isFinite(at) ? Math.max(0, at - nowMs) : null;
}
