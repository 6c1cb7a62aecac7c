import { accessSync, constants } from "node:fs";
import { z } from "zod";
import { Refusal } from "../outcome/index.ts";
import { kindOf, locate, refuseMissing, type Place } from "../paths/index.ts";
import { requireNetwork, type ToolContext } from "../protocol/index.ts";
import { limits } from "./limits.ts";
import type { Prepared } from "./prepare.ts";

const timeLimit = z.int().min(1).max(limits.mostBackgroundMs).optional();

/** The parameters that both command tools have. */
export const commandOptions = {
  cwd: z
    .string()
    .default(".")
    .meta({
      description: "Folder to run in, relative to the workspace root. Default: the root.",
      examples: ["packages/api"],
    }),
  timeout_ms: timeLimit.meta({
    description:
      "How long this call waits, in milliseconds, at most 600,000. Default 120,000. Then it answers “still running” with an " +
      "id, and the command goes on for 30 minutes at most. With background: time limit of the command itself, default 24 hours.",
    examples: [300_000],
  }),
  timeoutMs: timeLimit.meta({ description: "Another name for timeout_ms.", examples: [300_000] }),
  network: z
    .boolean()
    .default(false)
    .meta({
      description:
        "Set to true when it needs the network (installing packages, fetching). The person sees it and may refuse. Default false.",
      examples: [true],
    }),
  background: z
    .boolean()
    .default(false)
    .meta({
      description:
        "Answers at once with an id and lets it run: for servers, watchers and anything long. Default false.",
      examples: [true],
    }),
};

/** The options of a call as they were parsed. */
export interface Options {
  readonly cwd: string;
  readonly timeout_ms?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly network: boolean;
  readonly background: boolean;
}

function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    // Whatever the cause, nothing could be started in it.
    return false;
  }
}

function folderFor(context: ToolContext, cwd: string): Place {
  const place = locate(context.root, cwd);
  if (place.stat === undefined) throw refuseMissing(context.root, place);
  if (place.stat.isDirectory()) {
    if (mayEnter(place.real)) return place;
    throw new Refusal(
      "denied",
      `cwd: ${place.shown} may not be entered by the user the server runs as; nothing was started.`,
      "Check the owner and mode of the folder, or run it in another one.",
    );
  }
  throw new Refusal(
    "invalidInput",
    `cwd: ${place.shown} is not a folder, it is ${kindOf(place.stat)}.`,
    "Give a folder of the workspace; list_files shows which there are.",
  );
}

/** @throws Refusal for a folder that cannot be run in, a time no call can wait, a network that is not allowed */
export function preparedOptions(
  input: Options,
  context: ToolContext,
): Pick<Prepared, "cwd" | "timeoutMs" | "network" | "isBackground" | "atLimit"> {
  const asked = input.timeout_ms ?? input.timeoutMs;
  if (!input.background && asked !== undefined && asked > limits.mostWaitMs) {
    throw new Refusal(
      "invalidInput",
      `timeout_ms: a call waits at most ${limits.mostWaitMs} ms, got ${asked}.`,
      "For longer work set background to true, or let the call answer “still running” and ask command_output.",
    );
  }
  if (input.network) requireNetwork(context.scope);
  return {
    cwd: folderFor(context, input.cwd),
    timeoutMs: asked ?? (input.background ? limits.mostBackgroundMs : limits.defaultMs),
    network: input.network,
    isBackground: input.background,
    atLimit: "goOn",
  };
}

/** @throws Refusal `invalidInput` */
export function refuseNul(name: string, text: string): void {
  if (text.includes("\0"))
    throw new Refusal("invalidInput", `${name} contains a NUL character.`, "Leave it out.");
}
