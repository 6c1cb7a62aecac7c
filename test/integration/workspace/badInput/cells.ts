import { expect } from "vitest";
import { byteTree } from "./byteTree.ts";
import type { Way } from "./ways.ts";

/** One bad call, and what must come of it whichever way it is made. */
export interface Cell {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly code: string;
  /** What the answer names: the path or program, and the cause. */
  readonly says: readonly (string | RegExp)[];
  /** Code over HTTP, where another rule comes first. */
  readonly httpCode?: string;
}

/** What a person or a model can do next. */
const nextStep =
  /\b(?:use|give|check|free|bring|install|read|search|look|try|ask|list_files|run_command|run_program|list_commands|known are|change|set|format)\b/i;

function problemsOf(
  cell: Cell,
  way: Way,
  answer: { code: string; text: string; isError: boolean },
): string[] {
  const { text } = answer;
  const code = way.name === "http" ? (cell.httpCode ?? cell.code) : cell.code;
  const isOther = code !== cell.code;
  const [summary = "", empty, ...advice] = text.split("\n");
  const problems = [
    ...(answer.isError ? [] : ["is no error"]),
    ...(answer.code === code ? [] : [`has code ${answer.code}, not ${code}`]),
    ...(/\n\s+at |\bError: |internal/.test(text) ? ["shows its insides"] : []),
    ...(summary.length > 0 && empty === "" ? [] : ["is not a line, an empty line and advice"]),
    ...(nextStep.test(advice.join("\n")) ? [] : ["names no next step"]),
    ...(isOther ? [] : cell.says)
      .filter((said) => (typeof said === "string" ? !text.includes(said) : !said.test(text)))
      .map((said) => `does not say ${String(said)}`),
  ];
  return problems.map(
    (problem) => `${way.name} ${cell.tool} ${JSON.stringify(cell.input)}: ${problem}\n  ${text}`,
  );
}

/** Makes each call and holds its answer against the cell; nothing in the root or beside it may have changed by any of them. */
export async function checkRefused(way: Way, cells: readonly Cell[]): Promise<void> {
  const problems: string[] = [];
  const trees = (): unknown => [byteTree(way.root), byteTree(way.outside)];
  const before = JSON.stringify(trees());
  for (const cell of cells) {
    problems.push(...problemsOf(cell, way, await way.call(cell.tool, cell.input)));
    if (JSON.stringify(trees()) === before) continue;
    // A folder that stands in the way of a running command is none of the workspace's: only a refused call starts none.
    problems.push(`${way.name} ${cell.tool} ${JSON.stringify(cell.input)}: touched the workspace`);
    expect(trees()).toEqual(JSON.parse(before));
  }
  expect(problems).toEqual([]);
}

/** Tools that look at one path or change it, each with a call for it. */
const atPath = {
  read_file: (path: string) => ({ path }),
  list_files: (path: string) => ({ path }),
  find_files: (path: string) => ({ glob: "*", path }),
  search_code: (path: string) => ({ pattern: "x", path }),
  edit_file: (path: string) => ({ path, old_str: "a", new_str: "b" }),
  write_file: (path: string) => ({ path, content: "x" }),
  create_folder: (path: string) => ({ path }),
  "move_path from": (path: string) => ({ from: path, to: "moved" }),
  "move_path to": (path: string) => ({ from: "a.txt", to: path }),
  delete_path: (path: string) => ({ path }),
  undo_change: (path: string) => ({ path }),
  list_changes: (path: string) => ({ path }),
  run_program: (cwd: string) => ({ program: "node", args: ["-v"], cwd }),
  "run_program background": (cwd: string) => ({ program: "node", args: ["-v"], cwd, background: true }),
  run_command: (cwd: string) => ({ command: "true", cwd }),
  git_status: (path: string) => ({ path }),
  git_diff: (path: string) => ({ path }),
  git_log: (path: string) => ({ path }),
  run_test_file: (path: string) => ({ path }),
} satisfies Record<string, (path: string) => Record<string, unknown>>;

/** A tool, with the part that its path plays where it can play several. */
export type AtPath = keyof typeof atPath;

/** Every tool that takes a path. */
export const everyTool = Object.keys(atPath) as readonly AtPath[];

/** The calls of some tools for one path, with one outcome. */
export function cellsFor(
  tools: readonly AtPath[],
  path: string,
  outcome: Pick<Cell, "code" | "says">,
): Cell[] {
  return tools.map((name) => ({ tool: name.split(" ")[0] ?? name, input: atPath[name](path), ...outcome }));
}
