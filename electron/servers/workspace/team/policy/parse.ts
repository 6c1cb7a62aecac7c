import { realpathSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { isInside } from "../../paths/index.ts";
import { lineOfPath } from "./jsonLines.ts";
import { policySchema, type Policy } from "./schema.ts";

/** A policy, or what is wrong with its text: one sentence for each problem, with line and field. */
export type ParsedPolicy =
  | { readonly isGood: true; readonly policy: Policy }
  | { readonly isGood: false; readonly problems: readonly string[] };

const bad = (problems: readonly string[]): ParsedPolicy => ({ isGood: false, problems });

function syntaxProblem(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const position = /position (\d+)/.exec(message)?.[1];
  const line =
    position === undefined ? text.split("\n").length : text.slice(0, Number(position)).split("\n").length;
  return `line ${line}: this is not JSON (${message.replace(/ in JSON at position .*$/, "")})`;
}

function fieldProblem(text: string, issue: z.core.$ZodIssue): string {
  const at = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] ?? ""] : issue.path;
  const field = issue.path.length === 0 ? "the file" : issue.path.map(String).join(".");
  const message = issue.message.replace(/^Invalid input: /, "");
  return `line ${lineOfPath(text, at)}: ${field}: ${message}`;
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // Not there now: calls of that project will say so.
    return folder;
  }
}

function rootProblems(text: string, policy: Policy, ownFolders: readonly string[]): string[] {
  const names = Object.keys(policy.projects);
  const problems: string[] = [];
  const say = (name: string, what: string): void => {
    problems.push(`line ${lineOfPath(text, ["projects", name])}: projects.${name}: ${what}`);
  };
  const own = ownFolders.map(realOf);
  names.forEach((name, i) => {
    const root = realOf(policy.projects[name]?.root ?? "");
    if (own.some((folder) => isInside(root, folder)))
      say(name, "the policy file or the state folder lies inside its root, where its tools could change it");
    for (const other of names.slice(0, i)) {
      if (other.toLowerCase() === name.toLowerCase()) say(name, `differs from ${other} in case alone`);
      const theirs = realOf(policy.projects[other]?.root ?? "");
      if (isInside(root, theirs) || isInside(theirs, root))
        say(
          name,
          `its root and that of ${other} lie one inside the other; each project needs a root of its own`,
        );
    }
  });
  return problems;
}

function grantProblems(text: string, policy: Policy): string[] {
  return policy.identities.flatMap((identity, i) =>
    Object.keys(identity.projects)
      .filter((name) => !Object.hasOwn(policy.projects, name))
      .map((name) => {
        const line = lineOfPath(text, ["identities", i, "projects", name]);
        return `line ${line}: identities.${i}.projects.${name}: there is no such project under "projects"`;
      }),
  );
}

/**
 * Reads a policy.
 * @param folder relative roots and key files are taken from here: the folder of the policy file
 * @param stateFolder no project may hold it
 */
export function parsePolicy(text: string, folder: string, stateFolder: string): ParsedPolicy {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return bad([syntaxProblem(text, error)]);
  }
  const parsed = policySchema.safeParse(json);
  if (!parsed.success) return bad(parsed.error.issues.map((issue) => fieldProblem(text, issue)));
  const { auth, projects } = parsed.data;
  const keys = "file" in auth.jwks ? { file: path.resolve(folder, auth.jwks.file) } : auth.jwks;
  const policy: Policy = {
    ...parsed.data,
    auth: { ...auth, jwks: keys },
    projects: Object.fromEntries(
      Object.entries(projects).map(([name, one]) => [name, { ...one, root: path.resolve(folder, one.root) }]),
    ),
  };
  const problems = [...rootProblems(text, policy, [folder, stateFolder]), ...grantProblems(text, policy)];
  return problems.length > 0 ? bad(problems) : { isGood: true, policy };
}
