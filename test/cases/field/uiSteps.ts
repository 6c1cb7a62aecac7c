import { startHost } from "../../fakes/hostProcess.ts";
import { startAndSettle } from "../mcp/caseServers.ts";
import { NotRun, wordOf } from "../types.ts";
import { callSideBySide } from "./sideBySide.ts";
import type { World } from "./world.ts";

/** The words for a moment in which the case's servers are not added before its first step. */
export const connectsItself = (said: unknown): boolean => wordOf(said).startsWith("connect, ");

const start = async (world: World): Promise<void> => {
  const host = await world.lab.host();
  if (world.scene?.servers.length === 0) await world.scene.connectRest(host, []);
  else for (const { serverId } of world.scene?.servers ?? []) await startAndSettle(host, serverId);
};

const restart = async (world: World): Promise<void> => {
  const host = await world.lab.host();
  for (const { serverId } of world.scene?.servers ?? []) {
    await host.ask("server.stop", { serverId });
    await startAndSettle(host, serverId);
  }
};

/** A second start of the app on the same data: it must not get at the first one's tokens. */
const secondStart = async (world: World): Promise<void> => {
  const { dataDir } = await world.lab.host();
  const second = await startHost({ dataDir }).catch(() => undefined);
  await second?.close();
};

/**
 * What a case lets a person do in the window, played as the requests that the window's buttons send. The main process itself does
 * nothing to servers: its quit ends the host's channel, and a host that is killed with it leaves them behind.
 */
const uiSteps: Readonly<Record<string, (world: World) => Promise<void>>> = {
  "connect, then Restart server three times": async (world) => {
    await start(world);
    for (let round = 0; round < 3; round += 1) await restart(world);
  },
  "quit the app normally": (world) => world.lab.quit(),
  "start, connect, then kill -9 the main process; start the app again": async (world) => {
    await start(world);
    await world.lab.kill();
    await world.lab.host();
  },
  "do the same with two app windows or a second app start": async (world) => {
    await secondStart(world);
    for (const { fake } of world.scene?.servers ?? []) fake?.oauth?.good.clear();
    // Two windows show two sessions of the one host.
    await Promise.all([callSideBySide(world, 5), callSideBySide(world, 5)]);
  },
};

/** True when these words can be played. */
export const isKnownUi = (said: unknown): boolean => Object.hasOwn(uiSteps, wordOf(said));

/** Plays words about the window. @throws NotRun for those that stand in no table here */
export const playUi = async (world: World, said: unknown): Promise<void> => {
  const play = isKnownUi(said) ? uiSteps[wordOf(said)] : undefined;
  if (!play) throw new NotRun("by hand: a step in words");
  await play(world);
};
