import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { openChat, type Chat } from "../chat.ts";
import { argsToModel, caseServer, ruleFor, toModel } from "../table.ts";
import { isObject, type Json } from "../types.ts";
import type { StepResult, World } from "./world.ts";
import { recordOf } from "./chats.ts";
import { isForHere } from "./ready.ts";

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

const runCall = async (
  world: World,
  chat: Chat,
  step: Json,
  port: number | undefined,
): Promise<StepResult> => {
  const isCall = typeof step["call"] === "string";
  const name = String(isCall ? step["call"] : step["tool"]);
  const args = argsOf(step, port);
  const modelName = isCall ? toModel(name) : `${caseServer}__${name}`;
  const before = isCall ? readFirst(world.root, name, args) : [];
  const result = await chat.call(modelName, isCall ? argsToModel(name, args) : args, before);
  return { ...result, shownAndWritten: result.isOk ? comparedWithDisk(world.root, result.approvals) : [] };
};

/** Plays the steps one after the other in one chat. `onStep` is told of each that is done, counted from 1. */
export const playSteps = async (
  world: World,
  port: number | undefined,
  onStep: (step: number) => Promise<void>,
): Promise<void> => {
  const chat = await openChat(world.host, world.root);
  try {
    for (const [at, step] of world.item.do.entries()) {
      if (!isForHere(step["on"])) world.steps.push(undefined);
      else if (typeof step["chat"] === "string") {
        await chat.say(step["chat"], []);
        world.steps.push(undefined);
      } else world.steps.push(await runCall(world, chat, step, port));
      await onStep(at + 1);
    }
    world.chats.push(await recordOf(world.host, chat, 0));
  } finally {
    await chat.close();
  }
};
