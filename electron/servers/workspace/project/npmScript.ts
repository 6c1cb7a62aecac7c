import { z } from "zod";
import { Refusal } from "../outcome/index.ts";
import type { Tool } from "../protocol/index.ts";
import { jestCounts, mochaCounts, nodeCounts, vitestCounts, type Counts } from "./counts.ts";
import type { PackageJson } from "./packageJson.ts";
import { defineTask } from "./taskTool.ts";
import { listed, quoted } from "./words.ts";

const mostArguments = 50;

/** Whatever test runner a script started: the first whose summary is there. */
function anyCounts(output: string): Counts | null {
  return vitestCounts(output) ?? jestCounts(output) ?? mochaCounts(output) ?? nodeCounts(output);
}

function argumentsFor(manager: PackageJson["manager"], script: string, extra: readonly string[]): string[] {
  // npm would take what follows as its own options; the others pass it on to the script.
  const isSplit = manager === "npm" && extra.length > 0;
  return ["run", script, ...(isSplit ? ["--"] : []), ...extra];
}

/** `run_npm_script` (TOOL-09): one script of package.json by name. */
export function npmScriptTool({ scripts, oddScripts, manager }: PackageJson): Tool {
  const odd = oddScripts > 0 ? `\nScripts with unusual names are left out: ${oddScripts}.` : "";
  return defineTask({
    name: "run_npm_script",
    title: "Run npm script",
    description:
      `Runs one script of the package.json in the workspace root with ${manager} and answers with exit code, stdout and ` +
      "stderr; where a test runner's summary is in the output, with how many tests passed and failed. For one test file use " +
      "run_test_file where it is there. Scripts of sub-packages are not listed: start them with run_program. The scripts, as package.json has them:\n" +
      listed(scripts) +
      odd,
    lines: Object.fromEntries(scripts),
    fields: {
      script: z.string().meta({ description: "Name of the script.", examples: [scripts[0]?.[0] ?? "test"] }),
      args: z
        .array(z.string().max(4_000))
        .max(mostArguments)
        .default([])
        .meta({
          description: "Arguments for the script's command, each as it is. Default: none.",
          examples: [["--help"]],
        }),
    },
    command: ({ script, args }) => {
      const line = scripts.find(([name]) => name === script)?.[1];
      if (line === undefined) {
        const names = scripts.map(([name]) => name).join(", ");
        throw new Refusal(
          "notFound",
          `package.json has no script ${JSON.stringify(script)}.`,
          `Its scripts are ${names}.`,
        );
      }
      return {
        program: manager,
        args: argumentsFor(manager, script, args),
        label: `${manager} run ${script} (${quoted(line)})`,
        count: anyCounts,
      };
    },
  });
}
