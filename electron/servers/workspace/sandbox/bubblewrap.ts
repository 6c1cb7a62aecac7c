import { realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isInside } from "../paths/index.ts";
import type { Bubblewrap } from "./probe.ts";
import { namespaces } from "./probe.ts";
import type { Places } from "./places.ts";
import type { PrivateFolder } from "./privateFolder.ts";
import type { Guarded } from "./protectedNames.ts";
import { findSecrets } from "./secrets.ts";
import { findToolchains } from "./toolchains.ts";

/** What a command line for bubblewrap is made of. */
export interface Plan {
  readonly bubblewrap: Bubblewrap;
  /** Real path of the workspace root. */
  readonly root: string;
  readonly stateFolder: string;
  readonly places: Places;
  readonly folder: PrivateFolder;
  readonly guarded: Guarded;
  /** Placeholders that stand for what must not come to be. */
  readonly held: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly network: boolean;
  /** Nothing of the workspace is writable; there is then nothing to hold or pin. */
  readonly isReadOnly: boolean;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * The folder that holds what the system asks for names, where it is a hidden one: without it a granted network has no
 * names.
 */
function resolverFolder(hidden: readonly string[]): string[] {
  try {
    const real = realpathSync("/etc/resolv.conf");
    return hidden.some((folder) => isInside(folder, real)) ? [dirname(real)] : [];
  } catch {
    return [];
  }
}

const readOnly = (paths: readonly string[]): string[] => paths.flatMap((path) => ["--ro-bind", path, path]);

/** Root in a container may own nothing of the workspace: it keeps the rights over files that make it root. */
const rightsOverFiles = ["DAC_OVERRIDE", "CHOWN", "FOWNER", "SETUID", "SETGID", "KILL"];

function separation({ bubblewrap, root, network }: Plan): string[] {
  const isForeign = process.getuid?.() === 0 && statSync(root).uid !== 0;
  const kept = isForeign ? namespaces.filter((name) => name !== "--unshare-user") : namespaces;
  return [
    ...kept,
    "--unshare-cgroup-try",
    ...(network ? [] : ["--unshare-net"]),
    ...["--cap-drop", "ALL"],
    ...(isForeign ? rightsOverFiles.flatMap((name) => ["--cap-add", `CAP_${name}`]) : []),
    ...(bubblewrap.canForbidNamespaces && !isForeign ? ["--disable-userns"] : []),
  ];
}

/** The whole system read-only, without what lies in the hidden folders but for the toolchains. */
function system(plan: Plan): string[] {
  const { places, folder, root, env, network } = plan;
  const own = (path: string): string[] => {
    if (path === "/tmp") return ["--bind", folder.temp, path];
    return places.homes.includes(path) ? ["--bind", folder.home, path] : ["--tmpfs", path];
  };
  const isShown = (home: string): boolean => isInside(root, home);
  const innerHomes = places.homes.filter((home) => !places.hidden.includes(home) && !isShown(home));
  const toolchains = findToolchains({
    env,
    homes: places.homes,
    hidden: places.hidden,
    privateHome: folder.home,
    network,
  });
  return [
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    ...places.hidden.flatMap(own),
    ...innerHomes.flatMap(own),
    ...(network ? readOnly(resolverFolder(places.hidden)) : []),
    ...readOnly(toolchains.filter((path) => !isInside(root, path))),
  ];
}

/** The workspace writable, without what is guarded in it; or all of it read-only. */
function workspace({ root, guarded, held, folder, places, stateFolder, isReadOnly }: Plan): string[] {
  const secrets = findSecrets(
    places.homes.filter((home) => isInside(root, home)),
    process.getuid?.() === 0,
  );
  const state = isInside(root, stateFolder) && isFolder(stateFolder) ? ["--tmpfs", stateFolder] : [];
  return [
    ...(isReadOnly
      ? readOnly([root])
      : [
          ...["--bind", root, root],
          ...guarded.pinned.flatMap((path) => ["--bind", path, path]),
          ...readOnly(guarded.readOnly),
        ]),
    ...held.flatMap((path) => ["--ro-bind", folder.empty, path]),
    ...secrets.folders.flatMap((path) => ["--tmpfs", path]),
    ...secrets.files.flatMap((path) => ["--ro-bind", "/dev/null", path]),
    ...state,
  ];
}

/** The arguments of bubblewrap before the program's own. Later mounts lie over earlier ones. */
export function bubblewrapArgs(plan: Plan): string[] {
  return [...separation(plan), ...system(plan), ...workspace(plan), "--chdir", plan.cwd, "--"];
}
