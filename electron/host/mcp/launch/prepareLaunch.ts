import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, resolve } from "node:path";
import { getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";
import { fail, ok, type Result } from "../../../../shared/contract/index.ts";
import { MARKER } from "../process/index.ts";
import type { Launch } from "../stdio/index.ts";
import { findCommand, type ShippedNode } from "./findCommand.ts";

/** What is to be started, as it stands in the definition with the secrets filled in. */
export interface LaunchRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | null;
  readonly marker: string;
}

/** What is wrong with a working folder, or null. */
const folderProblem = async (cwd: string): Promise<Result<never> | null> => {
  const found = await stat(cwd).catch(() => null);
  if (found?.isDirectory() === true) return null;
  return found === null
    ? fail(
        "notFound",
        `The server's working folder "${cwd}" does not exist. Make it, or change the folder in the server's definition.`,
        { key: "serverCwdMissing", params: { cwd } },
      )
    : fail(
        "notFound",
        `The server's working folder "${cwd}" is a file. Give the folder that the server shall run in, in its definition.`,
        { key: "serverCwdFile", params: { cwd } },
      );
};

/**
 * Makes a definition startable: finds the command, checks the folder, builds the environment. The environment
 * is the short safe list, the login shell's PATH (the shipped Node last, for `#!/usr/bin/env node`) and the
 * definition's own, never the host's whole one (security.md §1).
 */
export const prepareLaunch = async (
  request: LaunchRequest,
  loginPath: string,
  node: ShippedNode,
): Promise<Result<Launch>> => {
  const cwd =
    request.cwd === null ? homedir() : resolve(homedir(), request.cwd.replace(/^~(?=$|[/\\])/, homedir()));
  const problem = request.cwd === null ? null : await folderProblem(cwd);
  if (problem !== null) return problem;
  const path = request.env["PATH"] ?? [loginPath, dirname(node.nodePath)].join(delimiter);
  const found = await findCommand(request.command, { path, cwd, node });
  if (!found.ok) return found;
  return ok({
    command: found.value.path,
    args: [...found.value.argsBefore, ...request.args],
    env: { ...getDefaultEnvironment(), ...request.env, PATH: path, [MARKER]: request.marker },
    cwd,
    marker: request.marker,
  });
};
