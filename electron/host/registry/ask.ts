import { fail, ok, type Failure, type Result } from "../../../shared/contract/index.ts";
import { networkReason } from "../mcp/index.ts";

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 5_000_000;

/** Why there is no answer: in words, and under a name that other languages have their words for (`errors.registryWhy`). */
interface Why {
  readonly why: string;
  readonly params: NonNullable<Failure["params"]> & { readonly reason: string };
}

class TooLarge extends Error {}

const whyOf = (error: unknown): Why => {
  const seconds = TIMEOUT_MS / 1000;
  if (error instanceof Error && error.name === "TimeoutError")
    return { why: `no answer within ${seconds} s`, params: { reason: "timeout", seconds } };
  if (error instanceof SyntaxError)
    return { why: "what came back is not JSON", params: { reason: "notJson" } };
  if (error instanceof TooLarge)
    return {
      why: `its answer is larger than ${MAX_BYTES / 1_000_000} MB`,
      params: { reason: "large", megabytes: MAX_BYTES / 1_000_000 },
    };
  const network = networkReason(error);
  if (network !== null) {
    const { code, reason } = network;
    return { why: `${reason} (${code})`, params: { reason: "network", code } };
  }
  return { why: error instanceof Error ? error.message : String(error), params: { reason: "said" } };
};

const readBody = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return "";
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
};

const notReached = (host: string, { why, params }: Why): Result<never> =>
  fail(
    "unreachable",
    `The registry ${host} did not answer: ${why}. Check the connection, or the registry's address in the settings.`,
    { key: "registryUnreachable", params: { host, why, ...params } },
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
      const { status } = response;
      return notReached(url.host, { why: `HTTP ${status}`, params: { reason: "said" } });
    }
    const text = await readBody(response);
    if (/^\s*</.test(text))
      return notReached(url.host, {
        why: "a web page came back, so this is no registry",
        params: { reason: "webPage" },
      });
    return ok(JSON.parse(text) as unknown);
  } catch (error) {
    return notReached(url.host, whyOf(error));
  }
};
