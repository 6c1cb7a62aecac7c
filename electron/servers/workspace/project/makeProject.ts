import { z } from "zod";
import { formatPlural } from "../outcome/index.ts";
import { defineTool, type Tool } from "../protocol/index.ts";
import { defineTask } from "./taskTool.ts";
import type { ProjectKind } from "./types.ts";
import { listed, plainWord, quoted } from "./words.ts";

/** In the order in which make looks for them. */
const names = ["GNUmakefile", "makefile", "Makefile"];
const target = /^(?!-)[\w./+@%-]{1,100}$/;

/** A target and what the file says about it: the `##` comment behind it or the comment above. */
export interface MakeTarget {
  readonly name: string;
  readonly about: string;
}

/**
 * The targets that stand in a makefile as plain names. Nothing is run: makefiles run programs even when they are only asked
 * what they hold, so targets made by variables, patterns and included files are not seen.
 */
export function makeTargets(text: string): MakeTarget[] {
  const found = new Map<string, string>();
  let above = "";
  for (const line of text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/)) {
    const comment = /^#+\s?(.*)$/.exec(line);
    if (comment !== null) above = comment[1] ?? "";
    const rule = /^([^\s:#=.%$][^:#=%$]*|\.\/[^:#=%$]*)::?(?![:=])([^#]*)(?:##?\s*(.*))?$/.exec(line);
    if (rule !== null && !/^[^#]*:?=/.test((rule[2] ?? "").trimStart().slice(0, 2))) {
      for (const name of (rule[1] ?? "").trim().split(/\s+/)) {
        if (target.test(name) && (found.get(name) ?? "") === "") found.set(name, rule[3] ?? above);
      }
    }
    if (comment === null) above = "";
  }
  return [...found].map(([name, about]) => ({ name, about }));
}

function listTool(file: string, targets: readonly MakeTarget[]): Tool {
  return defineTool({
    name: "list_make_targets",
    title: "List make targets",
    description:
      `Use it to see the targets that stand in the ${file} of the workspace root, with their comments. Only reads the file and runs ` +
      "nothing: targets made by variables, patterns or included files are not listed, though run_make_target can run them. " +
      `There are ${targets.length} now.`,
    severity: "L1",
    timeoutMs: 10_000,
    isPreviewable: false,
    isChanging: false,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    schema: z.strictObject({}),
    run: async () =>
      await Promise.resolve({
        summary: `${file}: ${formatPlural(targets.length, "target")}.`,
        body: targets
          .map(({ name, about }) => (about === "" ? name : `${name}\t${quoted(about)}`))
          .join("\n"),
        data: { file, targets },
      }),
  });
}

function runTool(file: string, targets: readonly MakeTarget[]): Tool {
  return defineTask({
    name: "run_make_target",
    title: "Run make target",
    description:
      `The right tool for a target of the ${file} in the workspace root: runs one, not several, and answers with exit code, stdout and stderr. Targets:\n` +
      listed(targets.map(({ name, about }) => [name, about])),
    fields: {
      target: z
        .string()
        .min(1)
        .max(100)
        .meta({ description: "Name of the target.", examples: [targets[0]?.name ?? "test"] }),
    },
    command: (input) => {
      const name = plainWord("target", input.target, target, targets[0]?.name ?? "test");
      return { program: "make", args: ["--file", file, "--", name], label: `make ${name}` };
    },
  });
}

/** A project with a makefile. */
export const makeProject: ProjectKind = {
  markers: names,
  toolNames: ["list_make_targets", "run_make_target"],
  detect: (folder) => {
    const file = names.find((name) => folder.read(name) !== undefined);
    if (file === undefined) return [];
    const targets = makeTargets(folder.read(file) ?? "");
    return [listTool(file, targets), runTool(file, targets)];
  },
};
