import { hasScriptedModel, repliesOf } from "./chats.ts";
import { planServers } from "./mcpPlan.ts";
import { refusalOf } from "./providerRules.ts";
import { isKnownUi } from "./uiSteps.ts";
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
  "mcp",
  "mcp_server",
  "mcp_http",
  "provider_rejects",
];

/** True on the system a step or check is meant for: its first word is a platform's name. */
export const isForHere = (on: unknown): boolean =>
  on === undefined ||
  on === "any" ||
  (on === "posix" && process.platform !== "win32") ||
  wordOf(on).split(" ", 1)[0] === process.platform;

/** A case about the window whose steps can all be played as the window's own requests needs none. */
const needsWindow = ({ run, do: steps, area }: FieldCase): boolean =>
  run === "electron" &&
  !(area === "mcp" && steps.every((step) => step["ui"] === undefined || isKnownUi(step["ui"])));

const checkPlace = (item: FieldCase): void => {
  const { run, os } = item;
  if (needsWindow(item)) throw new NotRun("needs the window");
  if (run === "windows" || (os.startsWith("win") && process.platform !== "win32"))
    throw new NotRun("needs Windows");
  if (run !== "headless" && run !== "electron") throw new NotRun(`not built yet: run ${run}`);
  if (os.startsWith("posix") && process.platform === "win32") throw new NotRun("needs a POSIX system");
};

/** A call that a case writes as `NAME {json}` or `NAME with empty arguments`. @throws NotRun for another form */
export const modelCall = (said: unknown): { tool: string; args: unknown } => {
  const parts = /^(?<tool>\w+) (?:(?<json>\{.*\})|with empty arguments)$/.exec(wordOf(said))?.groups;
  if (!parts) throw new NotRun(`by hand: the model calls "${wordOf(said)}"`);
  return { tool: parts["tool"] ?? "", args: parts["json"] === undefined ? {} : JSON.parse(parts["json"]) };
};

/** The kinds of steps, and what else each may say. */
const stepKinds: Readonly<Record<string, readonly string[]>> = {
  call: ["args"],
  tool: ["args", "each", "times", "parallel"],
  chat: [],
  connect: [],
  wait_ms: [],
  model: [],
  model_calls: [],
  ui: [],
};

const checkStep = (step: Json): void => {
  if ("outside" in step || "repeat" in step || ("ui" in step && !isKnownUi(step["ui"])))
    throw new NotRun("by hand: a step in words");
  const kind = Object.keys(step).find((key) => Object.hasOwn(stepKinds, key));
  if (kind === undefined) throw new NotRun(`not built yet: step ${Object.keys(step).join(", ")}`);
  const odd = Object.keys(step).find((key) => ![kind, "on", ...(stepKinds[kind] ?? [])].includes(key));
  if (odd !== undefined) throw new NotRun(`not built yet: step with ${odd}`);
  if (kind === "model_calls") modelCall(step["model_calls"]);
  if (kind !== "call") return;
  toModel(String(step["call"]));
  argsToModel(String(step["call"]), isObject(step["args"]) ? step["args"] : {});
};

/** Looks a case over before anything is done. @throws NotRun with why it cannot be run here */
export const checkCase = (item: FieldCase): void => {
  checkPlace(item);
  for (const step of item.do.filter((one) => isForHere(one["on"]))) checkStep(step);
  const odd = Object.keys(item.setup).find((key) => !setupWords.includes(key));
  if (odd !== undefined) throw new NotRun(`not built yet: setup.${odd}`);
  planServers(item);
  refusalOf(item.setup["provider_rejects"]);
  const { mock_provider: provider } = item.setup;
  if (isObject(provider) && !Array.isArray(provider["sequence"]))
    throw new NotRun("by hand: a provider's rule in words");
  if (hasScriptedModel(item.setup)) repliesOf(item.setup);
};
