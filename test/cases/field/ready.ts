import { hasScriptedModel, repliesOf } from "./chats.ts";
import { argsToModel, toModel } from "../table.ts";
import { isObject, NotRun, wordOf, type FieldCase, type Json } from "../types.ts";

const setupWords = [
  "files",
  "workspace",
  "shell",
  "http_server",
  "tools",
  "mode",
  "streams",
  "mock_provider",
];

/** True on the system a step or check is meant for: its first word is a platform's name. */
export const isForHere = (on: unknown): boolean =>
  on === undefined ||
  on === "any" ||
  (on === "posix" && process.platform !== "win32") ||
  wordOf(on).split(" ", 1)[0] === process.platform;

const checkPlace = ({ run, os }: FieldCase): void => {
  if (run === "electron") throw new NotRun("needs the window");
  if (run === "windows" || (os.startsWith("win") && process.platform !== "win32"))
    throw new NotRun("needs Windows");
  if (run !== "headless") throw new NotRun(`not built yet: run ${run}`);
  if (os.startsWith("posix") && process.platform === "win32") throw new NotRun("needs a POSIX system");
};

const checkStep = (step: Json): void => {
  if ("outside" in step || "ui" in step || "repeat" in step) throw new NotRun("by hand: a step in words");
  if (typeof step["call"] === "string") {
    toModel(step["call"]);
    argsToModel(step["call"], isObject(step["args"]) ? step["args"] : {});
  } else if (typeof step["chat"] !== "string" && typeof step["tool"] !== "string") {
    throw new NotRun(`not built yet: step ${Object.keys(step).join(", ")}`);
  }
  const odd = Object.keys(step).find((key) => !["call", "args", "chat", "tool", "on"].includes(key));
  if (odd !== undefined) throw new NotRun(`not built yet: step with ${odd}`);
};

/** Looks a case over before anything is done. @throws NotRun with why it cannot be run here */
export const checkCase = (item: FieldCase): void => {
  checkPlace(item);
  for (const step of item.do.filter((one) => isForHere(one["on"]))) checkStep(step);
  const odd = Object.keys(item.setup).find((key) => !setupWords.includes(key));
  if (odd !== undefined) throw new NotRun(`not built yet: setup.${odd}`);
  const { mock_provider: provider } = item.setup;
  if (isObject(provider) && !Array.isArray(provider["sequence"]))
    throw new NotRun("by hand: a provider's rule in words");
  if (hasScriptedModel(item.setup)) repliesOf(item.setup);
};
