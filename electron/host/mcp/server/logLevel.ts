import {
  fail,
  ServerLogLevel,
  type JsonObject,
  type Remark,
  type Result,
} from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
import { isJsonObject } from "../schema/index.ts";
import type { McpConnection, ServerHello } from "../types.ts";

type Ask = (params: JsonObject) => Promise<Result<JsonObject>>;

/** Whether a server said that it can log. */
const canLog = (hello: ServerHello | null): boolean => isJsonObject(hello?.capabilities["logging"]);

/** In words about the log: the bare failures speak of calls that may have taken effect. */
const inWords = (server: string, answer: Result<JsonObject>): Result<JsonObject> => {
  if (answer.ok) return answer;
  const { code, params } = answer.error;
  if (code === "timedOut") {
    const seconds = params?.["seconds"] ?? 0;
    return fail(
      "timedOut",
      `The server "${server}" did not answer within ${seconds} s, so it is not known whether it logs at this level. Choose it again; if it stays silent, start the server anew.`,
      { key: "logLevelUnanswered", params: { server, seconds } },
    );
  }
  if (code !== "invalidInput") return answer;
  const reason =
    String(params?.["reason"] ?? "").replace(/[.。]$/u, "") || `JSON-RPC ${params?.["code"] ?? "error"}`;
  return fail(
    "invalidInput",
    `The server "${server}" did not take the log level: ${reason}. It logs as before; choose another level, or ask whoever makes the server.`,
    { key: "logLevelRefused", params: { server, reason } },
  );
};

/**
 * What a person wants a server to log (MCP-02). It outlives connections and changed definitions, as long as the host runs: a
 * server that was started anew knows nothing of it.
 */
export class LogLevelChoice {
  #level: ServerLogLevel | null = null;
  #asked = 0;
  #takenAt = 0;

  /** The level in force: the chosen one, else the one that the protocol made us ask for; null where it is up to the server. */
  of(hello: ServerHello | null): ServerLogLevel | null {
    return canLog(hello) ? (this.#level ?? hello?.logLevel ?? null) : null;
  }

  /**
   * Asks for a level, and keeps it once the server took it. Of several at once the last one counts, however late the others
   * are answered. Never rejects.
   */
  async choose(
    { server, hello }: { readonly server: string; readonly hello: ServerHello | null },
    params: JsonObject,
    ask: Ask,
  ): Promise<Result<JsonObject>> {
    if (hello !== null && !canLog(hello))
      return fail(
        "notAvailable",
        `The server "${server}" does not say that it can log, so it has no log level. What it writes to stderr is in its log all the same.`,
        { key: "logLevelNone", params: { server } },
      );
    const at = ++this.#asked;
    const answer = await ask(params);
    const level = ServerLogLevel.safeParse(params["level"]);
    if (answer.ok && level.success && at > this.#takenAt) {
      this.#level = level.data;
      this.#takenAt = at;
    }
    return inWords(server, answer);
  }

  /** Asks a new connection for the chosen level; true when it was given up, because the server does not take it any more. Never rejects. */
  async again(hello: ServerHello, connection: McpConnection, warn: (what: Remark) => void): Promise<boolean> {
    const level = this.#level;
    if (level === null || !canLog(hello)) return false;
    const taken = this.#takenAt;
    const answer = await connection.ask("logging/setLevel", { level });
    // Nothing is known of it when the connection went away: the next one tries again.
    if (answer.ok || answer.error.code === "unreachable" || this.#takenAt !== taken) return false;
    this.#level = null;
    warn(remark("levelOver", { level, cause: answer.error }));
    return true;
  }
}
