import { z } from "zod";
import type { Tool } from "../protocol/index.ts";
import { jestCounts, mochaCounts, nodeCounts, vitestCounts, type Counts } from "./counts.ts";
import type { PackageJson } from "./packageJson.ts";
import { defineTask, taskFile } from "./taskTool.ts";
import { literalPattern } from "./words.ts";

interface Runner {
  readonly name: string;
  /** A script's line that starts it. */
  readonly line: RegExp;
  /** The package that brings it; null for what ships with node. */
  readonly dependency: string | null;
  readonly program: string;
  /** @param file absolute, so never an option */
  readonly args: (file: string, test: string | undefined) => string[];
  readonly count: (output: string) => Counts | null;
}

const runners: readonly Runner[] = [
  {
    name: "vitest",
    line: /(?:^|[\s;&|/])vitest\b/,
    dependency: "vitest",
    program: "vitest",
    args: (file, test) => [
      "run",
      file,
      ...(test === undefined ? [] : [`--testNamePattern=${literalPattern(test)}`]),
    ],
    count: vitestCounts,
  },
  {
    name: "jest",
    line: /(?:^|[\s;&|/])jest\b/,
    dependency: "jest",
    program: "jest",
    args: (file, test) => [
      ...(test === undefined ? [] : [`--testNamePattern=${literalPattern(test)}`]),
      "--runTestsByPath",
      file,
    ],
    count: jestCounts,
  },
  {
    name: "mocha",
    line: /(?:^|[\s;&|/])mocha\b/,
    dependency: "mocha",
    program: "mocha",
    args: (file, test) => [...(test === undefined ? [] : [`--fgrep=${test}`]), file],
    count: mochaCounts,
  },
  {
    name: "node:test",
    line: /(?:^|[\s;&|/])node\s[^;&|]*--test\b/,
    dependency: null,
    program: "node",
    args: (file, test) => [
      "--test",
      "--test-reporter=spec",
      ...(test === undefined ? [] : [`--test-name-pattern=${literalPattern(test)}`]),
      file,
    ],
    count: nodeCounts,
  },
];

/** The runner of the `test` script, else of another script, else the one that is installed. */
export function runnerOf({ scripts, dependencies }: PackageJson): Runner | undefined {
  const ordered = scripts.toSorted(([a], [b]) => Number(b === "test") - Number(a === "test"));
  for (const [, line] of ordered) {
    const runner = runners.find((one) => one.line.test(line));
    if (runner !== undefined) return runner;
  }
  return runners.find(({ dependency }) => dependency !== null && dependencies.has(dependency));
}

/** `run_test_file` (TOOL-09): one test file, or one test in it, with the runner that the project uses. */
export function testFileTool(runner: Runner): Tool {
  return defineTask({
    name: "run_test_file",
    title: "Run test file",
    description:
      `The right tool for one test file: runs it with ${runner.name}, which the package.json in the root names; with name only the ` +
      "tests whose name holds that text. Answers with exit code and output, and with how many tests passed and failed where " +
      `${runner.name} says so. A name that no test has is not always a failure: look at the counts.`,
    fields: {
      path: z
        .string()
        .meta({ description: "Test file, relative to the workspace root.", examples: ["test/app.test.ts"] }),
      name: z
        .string()
        .min(1)
        .max(400)
        .refine((text) => !text.includes("\0"), "text without a NUL character")
        .optional()
        .meta({
          description: "Text in the name of the tests to run, literally. Default: all of the file.",
          examples: ["adds"],
        }),
    },
    command: ({ path, name }, context) => {
      const file = taskFile(context, path);
      return {
        program: runner.program,
        args: runner.args(file.real, name),
        label: `${runner.name} ${file.shown}${name === undefined ? "" : ` -t ${JSON.stringify(name)}`}`,
        count: runner.count,
      };
    },
  });
}
