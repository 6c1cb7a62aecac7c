import { execFile } from "node:child_process";
import { join } from "node:path";
import type { Scope } from "../protocol/index.ts";
import { copySettings } from "./configs.ts";
import { environmentInside } from "./environment.ts";
import { createNoSandbox } from "./none.ts";
import { findPlaces, type Places } from "./places.ts";
import { makePrivateFolder, type PrivateFolder } from "./privateFolder.ts";
import { seatbeltParams } from "./seatbeltCommand.ts";
import { findToolchains } from "./toolchains.ts";
import type { Sandbox, SandboxState, Unwrapped, Wrapped } from "./types.ts";

const state: SandboxState = {
  kind: "sandbox-runtime",
  reason:
    "Commands run in a sandbox (seatbelt, by sandbox-runtime): they write only in the workspace and a private folder for " +
    "temporary files, do not see the home folder, and have no network beyond this machine unless it is granted.",
};

type WrapCommand = (params: ReturnType<typeof seatbeltParams>) => string;

/** Loaded where it is needed: other systems never do. */
async function loadWrapCommand(): Promise<WrapCommand> {
  const module = await import("@anthropic-ai/sandbox-runtime/dist/sandbox/macos-sandbox-utils.js");
  return module.wrapCommandWithSandboxMacOS;
}

/** Resolves to why it does not work, an empty text when it does. */
async function tryRun(): Promise<string> {
  return await new Promise((resolve) => {
    const args = ["-p", "(version 1)(allow default)", "/usr/bin/true"];
    execFile("/usr/bin/sandbox-exec", args, { timeout: 5_000 }, (error) => resolve(error?.message ?? ""));
  });
}

interface Ready {
  readonly folder: PrivateFolder;
  readonly places: Places;
}

async function prepare(scope: Scope): Promise<Ready> {
  const places = findPlaces(scope.environment, ["/Users", "/Volumes"]);
  const folder = makePrivateFolder();
  scope.onEnd(folder.remove);
  const home = places.homes[0];
  if (home !== undefined) await copySettings(home, folder.home);
  return { folder, places };
}

/** Seatbelt hides a folder but puts no other in its place: programs are told of another home instead. */
function environmentOf(
  { env, network }: Pick<Unwrapped, "env" | "network">,
  { folder, places }: Ready,
): Record<string, string> {
  const home = places.homes[0];
  return {
    ...environmentInside(env, folder.temp, network),
    HOME: folder.home,
    ...(home === undefined || env["RUSTUP_HOME"] !== undefined ? {} : { RUSTUP_HOME: join(home, ".rustup") }),
  };
}

function createWorking(scope: Scope, wrapCommand: WrapCommand): Sandbox {
  let ready: Promise<Ready> | undefined;
  const wrap = async ({ program, args, env, network, isReadOnly = false }: Unwrapped): Promise<Wrapped> => {
    const prepared = await (ready ??= prepare(scope));
    const { folder, places } = prepared;
    const { hidden, homes } = places;
    const toolchains = findToolchains({ env, homes, hidden, privateHome: folder.home, network });
    const line = wrapCommand(
      seatbeltParams({
        ...{ root: scope.root.real, stateFolder: scope.stateFolder, program, args, network, isReadOnly },
        ...{ privateFolder: folder.path, temp: folder.temp, hidden, toolchains },
      }),
    );
    return {
      program: "/bin/bash",
      args: ["--noprofile", "--norc", "-c", line],
      env: environmentOf({ env, network }, prepared),
      kind: "sandbox-runtime",
      end: () => undefined,
    };
  };
  return { state: async () => await Promise.resolve(state), wrap };
}

async function find(scope: Scope): Promise<Sandbox> {
  const why = await tryRun();
  if (why !== "") return createNoSandbox("failed", `seatbelt does not start (${why}).`);
  try {
    return createWorking(scope, await loadWrapCommand());
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return createNoSandbox(
      "missing",
      `@anthropic-ai/sandbox-runtime is not installed beside the server (${said}).`,
    );
  }
}

/** macOS: seatbelt by the sandbox runtime where it works, none where it does not. */
export function createSeatbeltSandbox(scope: Scope): Sandbox {
  let found: Promise<Sandbox> | undefined;
  const sandbox = async (): Promise<Sandbox> => await (found ??= find(scope));
  return {
    state: async () => await (await sandbox()).state(),
    wrap: async (unwrapped) => await (await sandbox()).wrap(unwrapped),
  };
}
