import { existsSync } from "node:fs";
import path from "node:path";
import { fail, ok } from "../result/index.ts";
import type { Result } from "../../../shared/contract/index.ts";

/** How to start the host: a program, its script, its arguments. */
export interface HostLaunch {
  readonly node: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Where its Node keeps compiled code between starts: a third of the start time. */
  readonly codeCache: string;
}

/** Where the app lies. `appPath` is the repository in development; `resourcesPath` the package's resources folder. */
export interface Places {
  readonly isPackaged: boolean;
  readonly appPath: string;
  readonly resourcesPath: string;
  readonly dataDir: string;
  readonly version: string;
}

/**
 * The host of this installation, on the Node that ships with the app (runtime.md). Fails with `notFound`, saying what is
 * missing and how to get it back.
 */
export function hostLaunch(places: Places): Result<HostLaunch> {
  const home = places.isPackaged ? path.join(places.resourcesPath, "runtime") : places.appPath;
  const node = path.join(
    home,
    places.isPackaged ? nodeName() : path.join("node_modules/node/bin", nodeName()),
  );
  const script = path.join(home, places.isPackaged ? "host.mjs" : "electron/host/main.ts");
  const missing = [node, script].find((file) => !existsSync(file));
  if (missing !== undefined) {
    const next = places.isPackaged ? "Install Loopwright again." : "Run npm start, which readies it.";
    return fail(
      "notFound",
      `Loopwright cannot run agents: a part of it is missing (${path.basename(missing)}). ${next}`,
      {
        key: "hostMissing",
        params: { file: path.basename(missing) },
        detail: missing,
      },
    );
  }
  const args = ["--channel", "--data-dir", places.dataDir, "--version", places.version, "--resources", home];
  return ok({ node, script, args, cwd: home, codeCache: path.join(places.dataDir, "Code Cache", "host") });
}

function nodeName(): string {
  return process.platform === "win32" ? "node.exe" : "node";
}

/** The environment of the host: ours, without what would change how its Node runs. */
export function hostEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const dropped =
    /^(NODE_OPTIONS|NODE_PATH|NODE_REPL_EXTERNAL_MODULE|NODE_V8_COVERAGE|ELECTRON_.*|NODE_CHANNEL_.*)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.test(name)));
}
