import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import { expect } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import type { ServerTransport } from "../connection/index.ts";
import { StdioWay } from "./stdioWay.ts";

const question: JSONRPCRequest = { jsonrpc: "2.0", id: "q", method: "server/discover" };

/** A process that ends at the first message; its tree is gone when `over` resolves. */
const mortal = (name: string, said: string[], over: Promise<void>): ServerTransport => {
  const transport: ServerTransport & { ending: ServerTransport["ending"] } = {
    pid: 1,
    ending: null,
    lastWords: "",
    protocolVersion: "",
    bytesOf: () => 0,
    isTooLarge: () => false,
    start: async () => {
      said.push(`${name} starts`);
    },
    send: async (_: JSONRPCMessage) => {
      transport.ending = { exitCode: 1, signal: null };
      transport.onclose?.();
    },
    close: () => over,
  };
  return transport;
};

verifies(
  "MCP-01",
  "a server that ended at the question is started again only when nothing of it is left",
  async () => {
    const said: string[] = [];
    const over = Promise.withResolvers<undefined>();
    const names = ["first", "second"];
    const way = new StdioWay(() => mortal(names.shift() ?? "none", said, over.promise));
    expect(await way.ask(question, 60_000)).toEqual({ kind: "ended" });
    const again = way.old().start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(said).toEqual(["first starts"]);
    over.resolve(undefined);
    await again;
    expect(said).toEqual(["first starts", "second starts"]);
  },
);
