import { fail, ok, type Result } from "../../../shared/contract/index.ts";

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 5_000_000;

const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${TIMEOUT_MS / 1000} s`;
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
};

const readBody = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return "";
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error(`its answer is larger than ${MAX_BYTES / 1_000_000} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
};

const notReached = (host: string, why: string): Result<never> =>
  fail(
    "unreachable",
    `The registry ${host} did not answer: ${why}. Check the connection, or the registry's address in the settings.`,
    { key: "registryUnreachable", params: { host, why } },
  );

/** Asks a registry for JSON; a failure names the cause. */
export const askRegistry = async (url: URL): Promise<Result<unknown>> => {
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return notReached(url.host, `HTTP ${response.status}`);
    }
    const text = await readBody(response);
    if (/^\s*</.test(text)) return notReached(url.host, "a web page came back, so this is no registry");
    return ok(JSON.parse(text) as unknown);
  } catch (error) {
    return notReached(url.host, error instanceof SyntaxError ? "what came back is not JSON" : causeOf(error));
  }
};
