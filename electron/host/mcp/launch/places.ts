import { homedir } from "node:os";
import { basename } from "node:path";
import { fail, ok, type Result } from "../../../../shared/contract/index.ts";

const place = /\$\{([a-zA-Z]+)(?::([^}]*))?\}/g;
const variable = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?$/;

/** What can be filled in. */
export interface Fillings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The workspace that was opened first; null while none is open. */
  readonly workspaceFolder: string | null;
}

const valueOf = (
  kind: string,
  rest: string | undefined,
  { env, workspaceFolder }: Fillings,
): string | null => {
  if (kind === "env") {
    const [, name, preset] = variable.exec(rest ?? "") ?? [];
    if (name === undefined) return null;
    // As a shell does: an empty variable gives way to the default, which may itself be empty.
    const value = env[name];
    return value === undefined || value === "" ? (preset ?? null) : value;
  }
  if (rest !== undefined) return null;
  if (kind === "userHome") return homedir();
  if (kind === "workspaceFolder") return workspaceFolder;
  return kind === "workspaceFolderBasename" && workspaceFolder !== null ? basename(workspaceFolder) : null;
};

/**
 * Fills `${env:NAME}`, `${env:NAME:-default}`, `${userHome}`, `${workspaceFolder}` and `${workspaceFolderBasename}` in; the
 * result names what is not there, and every other place, in `missing`, and is then not to be used.
 */
const fillIn = (text: string, fillings: Fillings, missing: Set<string>): string =>
  text.replace(place, (whole, kind: string, rest: string | undefined) => {
    const value = valueOf(kind, rest, fillings);
    if (value !== null) return value;
    missing.add(kind === "env" ? (variable.exec(rest ?? "")?.[1] ?? whole) : whole);
    return "";
  });

const notFilled = (server: string, missing: readonly string[]): Result<never> => {
  const variables = missing.filter((name) => !name.startsWith("${"));
  if (variables.length > 0) {
    const names = variables.join(", ");
    return fail(
      "invalidInput",
      `The server "${server}" needs the environment ${variables.length === 1 ? "variable" : "variables"} ${names}, not set when Loopwright started. Set ${variables.length === 1 ? "it" : "them"} and start Loopwright again, or write the value into the server's definition.`,
      { key: "serverVariableMissing", params: { server, names } },
    );
  }
  const names = missing.join(", ");
  return missing.every((place) => place.startsWith("${workspaceFolder"))
    ? fail(
        "invalidInput",
        `The server "${server}" needs ${names}, but no folder is open. Open one, then start the server again.`,
        { key: "serverNeedsFolder", params: { server, names } },
      )
    : fail(
        "invalidInput",
        `The server "${server}" needs ${names}, which Loopwright cannot fill in. Edit the server and write the value itself.`,
        { key: "serverPlaceUnknown", params: { server, names } },
      );
};

/** Fills all texts of a server in, whatever their shape. A failure names everything that is missing (MCP-05). */
export const fillAll = <T>(serverName: string, value: T, fillings: Fillings): Result<T> => {
  const missing = new Set<string>();
  const walk = (part: unknown): unknown => {
    if (typeof part === "string") return fillIn(part, fillings, missing);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, walk(one)]));
  };
  const filled = walk(value) as T;
  if (missing.size === 0) return ok(filled);
  return notFilled(serverName, [...missing]);
};
