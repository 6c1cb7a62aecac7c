import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Chat } from "../chat.ts";
import { argsToModel, caseServer, ruleFor, toModel } from "../table.ts";
import { isObject, wordOf, type Json } from "../types.ts";
import { recordOf } from "./chats.ts";
import { isForHere, modelCall } from "./ready.ts";
import { callSideBySide, modelName, openSession, plainResult } from "./sideBySide.ts";
import { connectsItself, playUi } from "./uiSteps.ts";
import type { StepResult, World } from "./world.ts";

const withPort = (value: unknown, port: number | undefined): unknown => {
  if (typeof value === "string") return port === undefined ? value : value.replaceAll("<port>", String(port));
  return value;
};

const argsOf = (step: Json, port: number | undefined): Json => {
  const given = isObject(step["args"]) ? step["args"] : {};
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, withPort(value, port)]));
};

/** An agent reads a file before it edits it; so does this one. */
const readFirst = (root: string, name: string, args: Json): { name: string; args: unknown }[] => {
  const rule = ruleFor(name);
  const file = args["path"];
  if (rule?.isEdit !== true || typeof file !== "string" || !existsSync(path.join(root, file))) return [];
  return [{ name: toModel("read_file"), args: { path: file } }];
};

const comparedWithDisk = (root: string, approvals: StepResult["approvals"]): StepResult["shownAndWritten"] =>
  approvals.flatMap(({ files = [] }) =>
    files.map(({ path: shown, after }) => {
      const file = path.join(root, shown);
      const disk = existsSync(file) ? readFileSync(file, "utf8").replace(/^\ufeff/, "") : null;
      return { path: shown, isSame: disk === after };
    }),
  );

const chatOf = (world: World): Promise<Chat> => (world.chat ??= openSession(world));

/** Notes what came of the session and closes it. */
const endChat = async (world: World): Promise<void> => {
  const chat = await world.chat;
  delete world.chat;
  if (!chat) return;
  world.chats.push(await recordOf(world.host, chat, 0));
  await chat.close();
};

const runCall = async (world: World, step: Json, port: number | undefined): Promise<StepResult> => {
  const name = String(step["call"]);
  const args = argsOf(step, port);
  const chat = await chatOf(world);
  const result = await chat.call(toModel(name), argsToModel(name, args), readFirst(world.root, name, args));
  return { ...result, shownAndWritten: result.isOk ? comparedWithDisk(world.root, result.approvals) : [] };
};

/** Calls a tool of every server that is there; the first one's result is the step's. */
const runTool = async (
  world: World,
  step: Json,
  port: number | undefined,
): Promise<StepResult | undefined> => {
  const tool = String(step["tool"]);
  if (step["parallel"] === true) {
    await callSideBySide(world, Number(step["times"] ?? 1));
    return undefined;
  }
  const own = world.steps.length + 1;
  const chat = await chatOf(world);
  for (const server of world.scene?.servers ?? []) {
    const result = plainResult(await chat.call(await modelName(world, server, tool), argsOf(step, port)));
    world.runs.push({ step: own, label: server.label, result });
  }
  return world.runs.find((run) => run.step === own)?.result;
};

const runModelCall = async (world: World, step: Json): Promise<StepResult> => {
  const { tool, args } = modelCall(step["model_calls"]);
  return plainResult(await (await chatOf(world)).call(`${caseServer}__${tool}`, args));
};

const runStep = async (
  world: World,
  step: Json,
  port: number | undefined,
): Promise<StepResult | undefined> => {
  if (!isForHere(step["on"])) return undefined;
  if (step["call"] !== undefined) return runCall(world, step, port);
  if (step["tool"] !== undefined) return runTool(world, step, port);
  if (step["model_calls"] !== undefined) return runModelCall(world, step);
  if (step["chat"] !== undefined) await (await chatOf(world)).say(wordOf(step["chat"]), []);
  else if (step["model"] !== undefined) await (await chatOf(world)).changeModel(wordOf(step["model"]));
  else if (step["connect"] !== undefined)
    await world.scene?.connect(await world.lab.host(), wordOf(step["connect"]));
  else if (step["wait_ms"] !== undefined)
    await new Promise((resolve) => setTimeout(resolve, Number(step["wait_ms"])));
  else await playUi(world, step["ui"]);
  return undefined;
};

/** Plays the steps one after the other in one chat. `onStep` is told of each that is done, counted from 1. */
export const playSteps = async (
  world: World,
  port: number | undefined,
  onStep: (step: number) => Promise<void>,
): Promise<void> => {
  const later = world.item.do.flatMap((step) =>
    typeof step["connect"] === "string" ? [step["connect"]] : [],
  );
  const isOwnStart = world.item.do.some((step) => connectsItself(step["ui"]));
  if (!isOwnStart) await world.scene?.connectRest(world.host, later);
  try {
    for (const [at, step] of world.item.do.entries()) {
      const before = (await world.chat)?.requests.length ?? 0;
      world.steps.push(await runStep(world, step, port));
      world.requestsOf.set(at + 1, [before, (await world.chat)?.requests.length ?? 0]);
      await onStep(at + 1);
    }
  } finally {
    await endChat(world);
  }
};
