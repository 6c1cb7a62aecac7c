import { npmScriptTool } from "./npmScript.ts";
import { lockNames, readPackageJson } from "./packageJson.ts";
import { runnerOf, testFileTool } from "./testFile.ts";
import type { ProjectKind } from "./types.ts";

/** A project with a `package.json`. */
export const nodeProject: ProjectKind = {
  markers: ["package.json", ...lockNames],
  toolNames: ["run_npm_script", "run_test_file"],
  detect: (folder) => {
    const found = readPackageJson(folder);
    if (found === undefined) return [];
    const runner = runnerOf(found);
    return [
      ...(found.scripts.length === 0 ? [] : [npmScriptTool(found)]),
      ...(runner === undefined ? [] : [testFileTool(runner)]),
    ];
  },
};
