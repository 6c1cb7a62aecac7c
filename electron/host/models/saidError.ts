/** What a server's error object says, whatever its shape: OpenAI's, Anthropic's, vLLM's, FastAPI's `detail`, a bare string. */
export interface SaidError {
  readonly message: string;
  /** Type and code in one lower-case string, to look for words in. */
  readonly kind: string;
  /** A status inside the object (`code: 502`), or `null`. */
  readonly status: number | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const word = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

function sentence(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value))
    return value
      .map(sentence)
      .filter((part) => part !== "")
      .join("; ");
  if (!isRecord(value)) return "";
  return (
    sentence(value["message"]) ||
    sentence(value["msg"]) ||
    sentence(value["detail"]) ||
    sentence(value["error"])
  );
}

function statusIn(...values: unknown[]): number | null {
  for (const value of values) {
    const number = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
    if (typeof number === "number" && number >= 400 && number <= 599) return number;
  }
  return null;
}

/**
 * Reads an error out of a JSON body or stream event.
 * @returns `null` when the value is no error at all
 */
export function readSaidError(body: unknown): SaidError | null {
  if (!isRecord(body)) return null;
  const inner = body["error"];
  const isError =
    (inner !== undefined && inner !== null && inner !== false) ||
    body["type"] === "error" ||
    body["object"] === "error" ||
    (body["choices"] === undefined && (typeof body["message"] === "string" || body["detail"] !== undefined));
  if (!isError) return null;
  const record = isRecord(inner) ? inner : {};
  const kind = [body["object"], body["type"], body["code"], record["type"], record["code"], record["status"]]
    .map(word)
    .join(" ")
    .toLowerCase();
  return {
    message: sentence(inner) || sentence(body) || "it gave no reason",
    kind,
    status: statusIn(record["code"], record["status"], body["code"], body["status"]),
  };
}
