import type { Scope } from "../protocol/index.ts";
import { bubblewrapArgs } from "./bubblewrap.ts";
import { copySettings } from "./configs.ts";
import { endSandboxes } from "./endAll.ts";
import { environmentInside } from "./environment.ts";
import { createNoSandbox } from "./none.ts";
import { findPlaces, type Places } from "./places.ts";
import { createPlaceholders } from "./placeholders.ts";
import { makePrivateFolder, type PrivateFolder } from "./privateFolder.ts";
import { probeBubblewrap, type Bubblewrap } from "./probe.ts";
import { findGuarded } from "./protectedNames.ts";
import { watchRedirects } from "./redirects.ts";
import type { Sandbox, SandboxState, Unwrapped, Wrapped } from "./types.ts";

const state: SandboxState = {
  kind: "bubblewrap",
  reason:
    "Commands run in a sandbox (bubblewrap): they write only in the workspace and a private folder for temporary files, " +
    "see neither the home folder nor other programs, and have no network unless it is granted.",
};

interface Ready {
  readonly folder: PrivateFolder;
  readonly places: Places;
}

/** What is to be done when the scope ends, in this order. */
type Ends = (() => void)[];

async function prepare(scope: Scope, ends: Ends): Promise<Ready> {
  const places = findPlaces(scope.environment, [scope.stateFolder]);
  const folder = makePrivateFolder();
  ends.unshift(() => endSandboxes(folder.path));
  ends.push(folder.remove);
  const home = places.homes[0];
  if (home !== undefined) await copySettings(home, folder.home);
  return { folder, places };
}

function createWorking(scope: Scope, bubblewrap: Bubblewrap, ends: Ends): Sandbox {
  const placeholders = createPlaceholders();
  ends.push(placeholders.releaseAll);
  let ready: Promise<Ready> | undefined;
  const wrap = async ({
    program,
    args,
    cwd,
    env,
    network,
    isReadOnly = false,
  }: Unwrapped): Promise<Wrapped> => {
    ready ??= prepare(scope, ends).catch((error: unknown) => {
      // A full disk may have room later.
      ready = undefined;
      throw error;
    });
    const { folder, places } = await ready;
    const root = scope.root.real;
    const guarded = findGuarded(root, placeholders.isHeld);
    const held = isReadOnly ? [] : placeholders.hold(guarded.absent);
    const inside = environmentInside(env, "/tmp", network);
    const { stateFolder } = scope;
    const plan = {
      ...{ bubblewrap, root, stateFolder, places, folder, guarded, held },
      ...{ env: inside, cwd, network, isReadOnly },
    };
    const removeRedirects = watchRedirects(guarded.pinned);
    let isEnded = false;
    const end = (leavesProcesses = false): void => {
      // Removing a placeholder would let what still runs make the real thing: then they stay until the scope ends.
      if (!isEnded && !leavesProcesses) placeholders.release(held);
      if (!isEnded && leavesProcesses) ends.push(removeRedirects);
      removeRedirects();
      isEnded = true;
    };
    try {
      const all = [...bubblewrapArgs(plan), program, ...args];
      return { program: bubblewrap.program, args: all, env: inside, kind: "bubblewrap", end };
    } catch (error) {
      end();
      throw error;
    }
  };
  return { state: async () => await Promise.resolve(state), wrap };
}

/** Linux: bubblewrap where it works, none where it does not. */
export function createBubblewrapSandbox(scope: Scope): Sandbox {
  let found: Promise<Sandbox> | undefined;
  const ends: Ends = [];
  scope.onEnd(() => {
    for (const end of ends) end();
  });
  const find = async (): Promise<Sandbox> => {
    const probed = await probeBubblewrap(scope.environment["PATH"] ?? "", scope.root.real);
    return "program" in probed
      ? createWorking(scope, probed, ends)
      : createNoSandbox(probed.cause, probed.reason);
  };
  const sandbox = async (): Promise<Sandbox> => await (found ??= find());
  return {
    state: async () => await (await sandbox()).state(),
    wrap: async (unwrapped) => await (await sandbox()).wrap(unwrapped),
  };
}
