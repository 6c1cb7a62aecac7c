import { formatCount, Refusal } from "../outcome/index.ts";
import type { ProjectFolder } from "./projectFolder.ts";

/** What is used of a `package.json`. */
export interface PackageJson {
  /** Name and command line, in the order of the file. */
  readonly scripts: readonly (readonly [string, string])[];
  /** Scripts whose names cannot be passed to a package manager safely. */
  readonly oddScripts: number;
  readonly dependencies: ReadonlySet<string>;
  readonly manager: Manager;
}

export type Manager = "npm" | "pnpm" | "yarn" | "bun";

/** Lock files, the one that decides first. */
const lockFiles: readonly (readonly [string, Manager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];
export const lockNames: readonly string[] = lockFiles.map(([name]) => name);

/** A tool is offered with every line that it could run, so that a policy can judge a call; more does not fit. */
const mostCharacters = 64 * 1024;
const scriptName = /^[\w@.][\w:.@/+*-]{0,79}$/;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal("invalidInput", `package.json is not valid JSON: ${why}`, "", error);
  }
  if (isRecord(value)) return value;
  throw new Refusal("invalidInput", "package.json does not hold an object.");
}

function managerOf(value: Record<string, unknown>, folder: ProjectFolder): Manager {
  const declared = typeof value["packageManager"] === "string" ? value["packageManager"] : "";
  const [, name] = /^(npm|pnpm|yarn|bun)@/.exec(declared) ?? [];
  if (name !== undefined) return name as Manager;
  return lockFiles.find(([file]) => folder.has(file))?.[1] ?? "npm";
}

/** Reads `package.json` of the root; undefined where there is none. @throws Refusal when it cannot be used */
export function readPackageJson(folder: ProjectFolder): PackageJson | undefined {
  const text = folder.read("package.json");
  if (text === undefined) return undefined;
  const value = parse(text);
  const all = isRecord(value["scripts"]) ? Object.entries(value["scripts"]) : [];
  const scripts = all.filter((pair): pair is [string, string] => typeof pair[1] === "string");
  const usable = scripts.filter(([name]) => scriptName.test(name));
  const characters = usable.reduce((sum, [name, line]) => sum + name.length + line.length, 0);
  if (characters > mostCharacters) {
    throw new Refusal(
      "tooLarge",
      `the scripts of package.json are longer than ${formatCount(mostCharacters)} characters`,
    );
  }
  const names = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((key) =>
    isRecord(value[key]) ? Object.keys(value[key]) : [],
  );
  return {
    scripts: usable,
    oddScripts: scripts.length - usable.length,
    dependencies: new Set(names),
    manager: managerOf(value, folder),
  };
}
