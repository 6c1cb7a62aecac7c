import { mkdirSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { tempDir } from "../../fakes/hostProcess.ts";
import { checkAll, checksAfter } from "../checks/index.ts";
import { openLab, type Lab } from "../lab.ts";
import { childrenOf, endProcessesIn, watchMemory } from "../processes.ts";
import { bytesOf, listPaths, makeFile } from "../setup/files.ts";
import { runShell, startHttpServer, type CaseHttpServer } from "../setup/programs.ts";
import { isObject, type FieldCase, type Json, type Outcome, type Verdict } from "../types.ts";
import { failed, outcomeOf } from "../verdicts.ts";
import { hasScriptedModel, playChats } from "./chats.ts";
import { needsKeys, planServers } from "./mcpPlan.ts";
import { openScene } from "./mcpScene.ts";
import { checkCase } from "./ready.ts";
import { playSteps } from "./steps.ts";
import type { World } from "./world.ts";

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

const prepare = async (world: World): Promise<CaseHttpServer | undefined> => {
  const { setup } = world.item;
  for (const file of listOf(setup["files"])) makeFile(world.root, file);
  if (typeof setup["shell"] === "string") await runShell(setup["shell"], world.root);
  for (const name of listPaths(world.root)) world.before.set(name, bytesOf(path.join(world.root, name)));
  return typeof setup["http_server"] === "string" ? startHttpServer(setup["http_server"]) : undefined;
};

const play = async (world: World, port: number | undefined): Promise<void> => {
  await using scene = openScene(world.folder, planServers(world.item), () => world.lab.host());
  world.scene = scene;
  const serversOf = (): number[] =>
    childrenOf(world.host.pid).flatMap(({ pid, command }) =>
      command.includes("servers/workspace") ? [pid] : [],
    );
  const memory = watchMemory(() => [world.host.pid, ...serversOf()]);
  try {
    if (hasScriptedModel(world.item.setup)) {
      await scene.connectRest(world.host, []);
      await playChats(world);
    } else
      await playSteps(world, port, async (step) => {
        for (const [check, verdict] of await checksAfter(world, step)) world.early.set(check, verdict);
      });
  } finally {
    world.growthMb = memory.stop();
  }
  world.verdicts.push(...(await checkAll(world)));
};

const runOnce = async (lab: Lab, item: FieldCase, isByteByByte: boolean): Promise<Verdict[]> => {
  const folder = realpathSync(tempDir("case"));
  const sub = item.setup["workspace"];
  const root = path.join(folder, "ws", typeof sub === "string" ? sub : "");
  mkdirSync(root, { recursive: true });
  const world: World = {
    item,
    lab,
    folder,
    root,
    isByteByByte,
    steps: [],
    chats: [],
    runs: [],
    requestsOf: new Map(),
    startedAt: Date.now(),
    before: new Map(),
    growthMb: 0,
    early: new Map(),
    host: await lab.host(),
    verdicts: [],
  };
  const server = await prepare(world);
  try {
    await play(world, server?.port);
    return world.verdicts;
  } finally {
    await server?.close();
    await lab.leave(root);
    endProcessesIn(folder);
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Streams must give the same whatever their chunks' borders are: they are also sent one byte at a time. */
const waysOf = (item: FieldCase): boolean[] => ("streams" in item.setup ? [false, true] : [false]);

/** A case that starts the host again with what it kept gets one of its own, with a key store that outlives it. */
const labFor = (shared: Lab, item: FieldCase): { lab: Lab; close: () => Promise<void> } => {
  if (!needsKeys(item)) return { lab: shared, close: async () => undefined };
  const lab = openLab({}, new Map());
  return { lab, close: () => lab.close() };
};

/** Runs one case. @throws NotRun when something in it cannot be done here */
export const runFieldCase = async (shared: Lab, item: FieldCase): Promise<Outcome> => {
  checkCase(item);
  const verdicts: Verdict[] = [];
  for (const isByteByByte of waysOf(item)) {
    const { lab, close } = labFor(shared, item);
    const got = await runOnce(lab, item, isByteByByte).finally(close);
    verdicts.push(
      ...got.map((verdict) =>
        isByteByByte && verdict.kind === "failed" ? failed(`${verdict.seen} (sent byte by byte)`) : verdict,
      ),
    );
    if (outcomeOf(got).kind === "wrong") break;
  }
  return outcomeOf(verdicts);
};
