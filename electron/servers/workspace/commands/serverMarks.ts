import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isAlive } from "../isAlive.ts";
import type { Scope } from "../protocol/index.ts";
import { serverVariable } from "./environment.ts";
import { killTree } from "./processTree.ts";

const noteSchema = z.strictObject({ pid: z.int(), mark: z.string().min(8) });

const folderOf = (scope: Scope): string => join(scope.stateFolder, "servers");

/**
 * Notes that processes with this scope's mark may run, until the scope ends: a server that is killed cannot end them
 * itself. Never throws: where nothing can be written there is nothing to find later.
 */
export function noteServer(scope: Scope): void {
  const folder = folderOf(scope);
  const file = join(folder, `${process.pid}-${Date.now()}.json`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify({ pid: process.pid, mark: scope.serverMark }), { mode: 0o600 });
  } catch {
    return;
  }
  scope.onEnd(() => rmSync(file, { force: true }));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No server has run a command here yet.
    return [];
  }
}

/** Ends what servers that are gone without their own end have left running. Never throws. */
export function reapCommands(scope: Scope): void {
  for (const name of namesIn(folderOf(scope))) {
    const file = join(folderOf(scope), name);
    try {
      const { pid, mark } = noteSchema.parse(JSON.parse(readFileSync(file, "utf8")));
      if (isAlive(pid)) continue;
      killTree({ pid: null, variable: serverVariable, mark });
      rmSync(file, { force: true });
    } catch (error) {
      process.stderr.write(`loopwright-workspace: ${file}: ${String(error)}\n`);
    }
  }
}
