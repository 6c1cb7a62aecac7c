import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { basename, delimiter, extname, isAbsolute, join, resolve } from "node:path";
import { fail, ok, type Result } from "../../../../shared/contract/index.ts";

/** The Node that ships with the app, for people who have none. */
export interface ShippedNode {
  readonly nodePath: string;
  /** npm's `npx-cli.js`, where it ships; run on {@link nodePath} when there is no `npx`. */
  readonly npxPath?: string;
}

/** As a command: the shipped Node, whatever else this machine has. */
export const SHIPPED_NODE = "loopwright:node";

/** A command as it will be started: an absolute path and arguments to put before the server's own. */
export interface FoundCommand {
  readonly path: string;
  readonly argsBefore: readonly string[];
}

interface Remedy {
  readonly what: string;
  readonly url: string;
}

const nodeJs: Remedy = { what: "Node.js", url: "https://nodejs.org" };
const python: Remedy = { what: "Python", url: "https://www.python.org/downloads" };
const uv: Remedy = { what: "uv", url: "https://docs.astral.sh/uv" };
const docker: Remedy = { what: "Docker", url: "https://docs.docker.com/get-docker" };

const remedies: Readonly<Record<string, Remedy>> = {
  node: nodeJs,
  npx: nodeJs,
  npm: nodeJs,
  python,
  python3: python,
  pip: python,
  uvx: uv,
  uv,
  docker,
  deno: { what: "Deno", url: "https://deno.com" },
  bun: { what: "Bun", url: "https://bun.sh" },
  bunx: { what: "Bun", url: "https://bun.sh" },
};

const isProgram = async (path: string): Promise<boolean> => {
  try {
    await access(path, process.platform === "win32" ? constants.F_OK : constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
};

/** Why what was given as a whole path is no program. */
const notAProgram = async (command: string, path: string): Promise<ReturnType<typeof fail>> => {
  const found = await stat(path).catch(() => null);
  const params = { command, path };
  if (found === null)
    return fail(
      "notFound",
      `The server's program "${command}" does not exist${command === path ? "" : ` (looked for ${path})`}. Check the path, or give the program's name alone to have it looked for.`,
      { key: "serverProgramMissing", params },
    );
  return found.isDirectory()
    ? fail("notFound", `The server's program "${path}" is a folder. Give the path of the program in it.`, {
        key: "serverProgramFolder",
        params,
      })
    : fail(
        "denied",
        `The server's program "${path}" may not be run: it is not marked as a program. Mark it so (chmod +x), or give the program that runs it and this file as its first argument.`,
        { key: "serverProgramNotRunnable", params },
      );
};

const spellings = (command: string): string[] => {
  if (process.platform !== "win32" || extname(command) !== "") return [command];
  return (process.env["PATHEXT"] ?? ".EXE;.CMD;.BAT").split(";").map((extension) => command + extension);
};

const notFound = (command: string, tried: readonly string[]): ReturnType<typeof fail> => {
  const remedy = remedies[basename(command).replace(/\.(exe|cmd|bat)$/i, "")];
  const where = tried.join(", ");
  const next = remedy
    ? `Install ${remedy.what} (${remedy.url}) and start the server again, or give the full path of "${command}".`
    : `Check the spelling, install it, or give its full path.`;
  return fail("notFound", `The server's command "${command}" was not found. ${next} Looked in: ${where}.`, {
    key: remedy ? "serverCommandNotFoundGet" : "serverCommandNotFound",
    params: { command, tried: where, ...(remedy ? { what: remedy.what, url: remedy.url } : {}) },
  });
};

const shipped = (command: string, node: ShippedNode): FoundCommand | null => {
  if (command === "node") return { path: node.nodePath, argsBefore: [] };
  if (command === "npx" && node.npxPath !== undefined)
    return { path: node.nodePath, argsBefore: [node.npxPath] };
  return null;
};

/**
 * Finds a server's command as a login shell would (MCP-07): a path as it is (relative ones from `cwd`), a name
 * through `path`. `node`, and `npx` where npm ships, fall back to the shipped Node. A failure names what was
 * tried and how to get it.
 */
export const findCommand = async (
  command: string,
  { path, cwd, node }: { readonly path: string; readonly cwd: string; readonly node: ShippedNode },
): Promise<Result<FoundCommand>> => {
  if (command === SHIPPED_NODE) return ok({ path: node.nodePath, argsBefore: [] });
  const isPath = isAbsolute(command) || /[/\\]/.test(command);
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  const places = isPath ? [resolve(cwd, command)] : folders.map((folder) => join(folder, command));
  for (const place of places.flatMap(spellings)) {
    if (await isProgram(place)) return ok({ path: place, argsBefore: [] });
  }
  const own = shipped(command, node);
  if (own !== null) return ok(own);
  const [place = command] = places;
  return isPath ? notAProgram(command, place) : notFound(command, folders);
};
