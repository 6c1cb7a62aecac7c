import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

/** What ARCH-02 wants to find at the top. */
const wantedAtTop = [
  "package.json",
  "tsconfig.json",
  "forge.config.ts",
  "electron",
  "renderer",
  "shared",
  "test",
  "build",
];

/** What ARCH-02 wants in real use: imported, by value, by a file of the product or of its build. */
const wantedInUse = [
  "electron",
  "react",
  "@modelcontextprotocol/sdk",
  "better-sqlite3",
  "zustand",
  "monaco-editor",
  "electron-builder",
];

/** Names that say nothing about what is inside. */
const vagueNames = /(^|[/\\])(utils?|helpers?|common|misc)([./\\]|$)/i;

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly scripts?: Record<string, string>;
}

/**
 * What is wrong with the project's shape, one sentence each; empty where all is well.
 *
 * @param dir the folder that holds `package.json`
 */
export function layoutFaults(dir: string): string[] {
  const manifest = JSON.parse(readFileSync(path.join(dir, "package.json"), "utf8")) as Manifest;
  const direct = { ...manifest.dependencies, ...manifest.devDependencies };
  const sources = globSync("{electron,renderer,shared,build}/**/*.{ts,tsx,mjs}", { cwd: dir }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.includes("node_modules"),
  );
  const texts = sources.map((file) => readFileSync(path.join(dir, file), "utf8"));
  return [
    ...wantedAtTop
      .filter((name) => !existsSync(path.join(dir, name)))
      .map((name) => `${name} is missing at the top`),
    ...wantedInUse.filter((name) => !(name in direct)).map((name) => `${name} is no direct dependency`),
    ...wantedInUse
      .filter((name) => !texts.some((text) => isUsed(name, text)))
      .map((name) => `${name} is not used`),
    ...Object.entries(direct)
      .filter(([, version]) => !/^(npm:[@\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${name} has no exact version: ${version}`),
    ...scriptFiles(manifest)
      .filter((file) => !existsSync(path.join(dir, file)))
      .map((file) => `a script of package.json runs ${file}, which does not exist`),
    ...[...sources, ...globSync("test/**/*.ts", { cwd: dir })]
      .filter((file) => vagueNames.test(file))
      .map((file) => `${file} has a name that says nothing`),
  ];
}

/** Whether a source loads a package, or for a command-line tool names its program. Types alone do not count. */
function isUsed(name: string, text: string): boolean {
  const quoted = `["']${name}(/[^"']*)?["']`;
  const loads = new RegExp(
    `(^|\\n)(import|export)(?! type)[^;]*?from ${quoted}|import\\(${quoted}\\)|import ${quoted}`,
  );
  const runs = new RegExp(
    `node_modules/${name}/|["']\\.bin/${name}|require(?:\\.resolve)?\\(${quoted}\\)|resolve\\(${quoted}`,
  );
  return loads.test(text) || runs.test(text);
}

function scriptFiles({ scripts = {} }: Manifest): string[] {
  return Object.values(scripts).flatMap((script) =>
    [...script.matchAll(/\bnode ([\w/.]+)/g)].map((match) => match[1] ?? ""),
  );
}
