import type { Remark } from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
import { clipText } from "../../../../shared/text/index.ts";
import type { ServerHello } from "../types.ts";

/** Most that is kept of what a server says of itself, in characters: it goes to the page with every change of the server. */
const MAX_INSTRUCTIONS = 20_000;
const MAX_NAME = 300;
const MAX_CAPABILITIES = 20_000;

/** A greeting within its bounds, and what was cut, for the server's log. */
interface BoundHello {
  readonly hello: ServerHello;
  readonly notes: readonly Remark[];
}

/** Cuts what a server says of itself to what a person could read (SEC-MCP-07). */
export const boundHello = (hello: ServerHello): BoundHello => {
  const notes: Remark[] = [];
  const cut = (what: string, text: string, most: number): string => {
    if (text.length <= most) return text;
    notes.push(remark("helloCut", { what, chars: text.length, most }));
    return clipText(text, most);
  };
  const { instructions, serverVersion, capabilities, protocolVersion, logLevel } = hello;
  const isWide = JSON.stringify(capabilities).length > MAX_CAPABILITIES;
  if (isWide) notes.push(remark("helloWide"));
  const usual = Object.fromEntries(
    ["tools", "resources", "prompts", "completions", "logging", "tasks"]
      .filter((name) => capabilities[name] !== undefined)
      .map((name) => [name, JSON.stringify(capabilities[name]).length > 1000 ? {} : capabilities[name]]),
  );
  return {
    hello: {
      protocolVersion: cut("protocol version", protocolVersion, MAX_NAME),
      serverVersion: cut("name", serverVersion, MAX_NAME),
      instructions: instructions === null ? null : cut("instructions", instructions, MAX_INSTRUCTIONS),
      capabilities: isWide ? usual : capabilities,
      ...(logLevel === undefined ? {} : { logLevel }),
    },
    notes,
  };
};
