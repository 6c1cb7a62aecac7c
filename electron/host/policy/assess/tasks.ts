import { commandGround } from "./args.ts";
import type { AssessInput, Ground } from "./types.ts";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The command line a project tool stands for, by the tool's name. */
const programs: Readonly<Record<string, (args: AssessInput["args"]) => readonly string[]>> = {
  run_npm_script: (args) => [
    "npm",
    "run",
    textOf(args["script"]),
    ...(Array.isArray(args["args"]) ? args["args"].map(textOf) : []),
  ],
  run_make_target: (args) => ["make", textOf(args["target"])],
  run_cargo: (args) => ["cargo", textOf(args["task"])],
  run_test_file: () => ["test"],
  run_pytest: () => ["pytest"],
  run_maven_test: () => ["mvn", "test"],
  run_gradle_test: () => ["gradle", "test"],
  run_go_test: () => ["go", "test"],
  run_go_vet: () => ["go", "vet"],
};

/** The bundled tools that run a task of the project. */
export const taskTools: readonly string[] = Object.keys(programs);

/**
 * What npm would run for a script, hooks before and after it included: the tool's definition carries the lines, and its hash
 * covers them.
 */
function scriptLines({ entry, args }: AssessInput): string[] {
  const lines: unknown = entry.annotations["loopwright/lines"];
  if (typeof lines !== "object" || lines === null) return [];
  const script = textOf(args["script"]);
  return [`pre${script}`, script, `post${script}`].flatMap((name) => {
    const line: unknown = Object.hasOwn(lines, name) ? Reflect.get(lines, name) : undefined;
    return typeof line === "string" ? [line] : [];
  });
}

/** Judges a project's task like the command that it stands for, and like each line that this command would run. */
export function taskGrounds(input: AssessInput): Ground[] {
  const { name } = input.entry;
  const words = Object.hasOwn(programs, name) ? (programs[name]?.(input.args) ?? []) : [];
  const network = input.args["network"] === true ? { network: true } : {};
  const [program = "", ...args] = words;
  return [
    commandGround({ ...input, args: { ...network, program, args } }),
    ...scriptLines(input).map((command) => commandGround({ ...input, args: { ...network, command } })),
  ];
}
