import { Refusal } from "../outcome/index.ts";
import type { Scope } from "./scope.ts";

/** Every tool that changes a path asks this first (TOOL-10). @throws Refusal `denied` */
export function requireWrite(scope: Scope, rel: string, shown: string): void {
  if (scope.permits.mayWrite(rel)) return;
  throw new Refusal(
    "denied",
    `The team's policy does not let you change ${shown}; nothing was changed.`,
    "Change a path that you may write, or ask the administrator of the team server.",
  );
}

/** Every tool that starts a program by name asks this first (TOOL-10). @throws Refusal `denied` */
export function requireProgram(scope: Scope, program: string): void {
  if (scope.permits.mayRun(program)) return;
  throw new Refusal(
    "denied",
    `The team's policy does not let you run ${JSON.stringify(program)}; nothing was started.`,
    "Use a program that you may run, or ask the administrator of the team server.",
  );
}

/** A shell line asks this first (TOOL-10). @throws Refusal `denied` */
export function requireShell(scope: Scope): void {
  if (scope.permits.mayRunShell) return;
  throw new Refusal(
    "denied",
    "The team's policy does not let you run shell lines; nothing was started.",
    "Use run_program with a program that you may run, or ask the administrator of the team server.",
  );
}

/** A command that asks for the network asks this first (TOOL-10). @throws Refusal `denied` */
export function requireNetwork(scope: Scope): void {
  if (scope.permits.mayUseNetwork) return;
  throw new Refusal(
    "denied",
    "The team's policy does not let your commands use the network; nothing was started.",
    "Run it without network, or ask the administrator of the team server.",
  );
}
