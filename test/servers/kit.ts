import { createInterface } from "node:readline";

/** A JSON-RPC request or notification as it came. */
export interface Incoming {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** What a hand-written server does; anything left out has a plain default. */
export interface Behaviour {
  readonly name?: string;
  readonly protocolVersion?: string;
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Answers `tools/list`; gets the cursor. */
  readonly list?: (cursor: string | undefined) => Readonly<Record<string, unknown>>;
  /** Answers `tools/call`; a null answer means none is sent. */
  readonly call?: (
    name: string,
    args: Readonly<Record<string, unknown>>,
    request: Incoming,
  ) => Readonly<Record<string, unknown>> | null;
  /** Answers any other request; undefined is a refusal, as of a method that is not known. */
  readonly answer?: (request: Incoming) => Readonly<Record<string, unknown>> | undefined;
  readonly onMessage?: (message: Incoming) => void;
  /** Writes one finished line; by default to stdout at once. */
  readonly write?: (line: string) => void;
}

const toStdout = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

export const emptyInput = { type: "object", properties: {} };
export const text = (value: string): Record<string, unknown> => ({
  content: [{ type: "text", text: value }],
});

/** Sends any message. */
export const send = (
  message: Readonly<Record<string, unknown>>,
  write: (line: string) => void = toStdout,
): void => {
  write(JSON.stringify({ jsonrpc: "2.0", ...message }));
};

type Answer = Readonly<Record<string, unknown>> | null | undefined;

const answerOf = (behaviour: Behaviour, request: Incoming): Answer => {
  const { method, params = {} } = request;
  switch (method) {
    case "initialize":
      return {
        protocolVersion: behaviour.protocolVersion ?? "2025-11-25",
        capabilities: behaviour.capabilities ?? { tools: { listChanged: true } },
        serverInfo: { name: behaviour.name ?? "fixture", version: "1.0.0" },
      };
    case "tools/list":
      return behaviour.list?.(params["cursor"] as string | undefined) ?? { tools: [] };
    case "tools/call": {
      const args = (params["arguments"] ?? {}) as Record<string, unknown>;
      return behaviour.call === undefined
        ? text("ok")
        : behaviour.call(String(params["name"]), args, request);
    }
    default:
      return behaviour.answer?.(request);
  }
};

/**
 * Serves MCP by hand on standard input and output, so that it can misbehave in ways that no library allows. Ends with its
 * input unless told otherwise.
 */
export const serve = (behaviour: Behaviour, endsWithInput = true): void => {
  const write = behaviour.write ?? toStdout;
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    const message = JSON.parse(line) as Incoming;
    behaviour.onMessage?.(message);
    if (message.id === undefined || message.method === undefined) return;
    const result = answerOf(behaviour, message);
    if (result === null) return;
    if (result === undefined)
      send({ id: message.id, error: { code: -32601, message: `no ${message.method} here` } }, write);
    else send({ id: message.id, result }, write);
  });
  lines.on("close", () => {
    if (endsWithInput) process.exit(0);
  });
};
