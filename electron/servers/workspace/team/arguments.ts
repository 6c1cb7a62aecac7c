import path from "node:path";
import { parseArgs } from "node:util";
import type { TeamOptions } from "./run.ts";

const usage =
  "Usage: loopwright-workspace --http --policy FILE --state FOLDER [--host 127.0.0.1] [--port 0] [--instance NAME] " +
  "[--sandbox auto|off]";

/** The arguments cannot be used; the message says why and how they should be. */
export class BadArguments extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BadArguments";
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new BadArguments(`--port must be 0 to 65535, not ${JSON.stringify(text)}. ${usage}`);
}

/** @throws BadArguments */
export function teamOptions(args: readonly string[]): TeamOptions {
  const text = { type: "string" } as const;
  const options = {
    http: { type: "boolean" },
    policy: text,
    state: text,
    host: text,
    port: text,
    instance: text,
    sandbox: text,
  } as const;
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    throw new BadArguments(`${error instanceof Error ? error.message : String(error)} ${usage}`);
  }
  const { policy, state } = values;
  if (policy === undefined || policy === "") throw new BadArguments(`--policy is missing. ${usage}`);
  if (state === undefined || state === "") throw new BadArguments(`--state is missing. ${usage}`);
  const { sandbox = "auto" } = values;
  if (sandbox !== "auto" && sandbox !== "off") throw new BadArguments(`--sandbox is auto or off. ${usage}`);
  return {
    sandbox,
    policyFile: path.resolve(policy),
    stateFolder: path.resolve(state),
    host: values.host ?? "127.0.0.1",
    port: portOf(values.port ?? "0"),
    instance: values.instance,
  };
}
