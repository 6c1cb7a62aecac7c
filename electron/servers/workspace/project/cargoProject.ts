import { z } from "zod";
import { Refusal } from "../outcome/index.ts";
import { cargoCounts } from "./counts.ts";
import { defineTask } from "./taskTool.ts";
import type { ProjectKind } from "./types.ts";
import { plainWord } from "./words.ts";

/** A project with a `Cargo.toml`. */
export const cargoProject: ProjectKind = {
  markers: ["Cargo.toml"],
  toolNames: ["run_cargo"],
  detect: (folder) => {
    const manifest = folder.read("Cargo.toml");
    if (manifest === undefined) return [];
    const isWorkspace = /^\s*\[workspace\]/m.test(manifest);
    const tool = defineTask({
      name: "run_cargo",
      title: "Run cargo",
      description:
        `Checks, tests, lints or builds the Cargo ${isWorkspace ? "workspace" : "package"} in the workspace root. check is the ` +
        "fastest way to see compile errors. Without network cargo runs offline and needs all dependencies downloaded; where one " +
        "is missing, run it once with network. Answers with exit code and output, after test with the counts of the tests.",
      fields: {
        task: z
          .enum(["check", "test", "clippy", "build"])
          .meta({ description: "What to do.", examples: ["test"] }),
        package: z
          .string()
          .min(1)
          .max(100)
          .optional()
          .meta({
            description: "One package of the Cargo workspace. Default: what cargo takes by default.",
            examples: ["core"],
          }),
        test: z
          .string()
          .min(1)
          .max(300)
          .optional()
          .meta({
            description: "With task test: only tests whose path holds this text.",
            examples: ["parser::tests"],
          }),
      },
      command: ({ task, package: part, test }, context) => {
        if (test !== undefined && task !== "test") {
          throw new Refusal(
            "invalidInput",
            `test is only for the task test, not for ${task}.`,
            'Leave it out, or give {"task": "test"}.',
          );
        }
        const name = test === undefined ? [] : [plainWord("test", test, /^[\w:]+$/, "parser::tests")];
        const of =
          part === undefined ? [] : [`--package=${plainWord("package", part, /^[\w@.:/+-]+$/, "core")}`];
        return {
          program: "cargo",
          args: [task, "--color=never", ...(context.network ? [] : ["--offline"]), ...of, ...name],
          label: ["cargo", task, ...of, ...name].join(" "),
          ...(task === "test" ? { count: cargoCounts } : {}),
        };
      },
    });
    return [tool];
  },
};
