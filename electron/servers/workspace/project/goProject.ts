import { z } from "zod";
import type { Tool } from "../protocol/index.ts";
import { defineTask } from "./taskTool.ts";
import type { ProjectKind } from "./types.ts";
import { plainWord, quoted } from "./words.ts";

const packageField = z
  .string()
  .min(1)
  .max(300)
  .default("./...")
  .meta({ description: "Package, as go names it. Default ./...: all.", examples: ["./internal/parser"] });

function packageOf(text: string): string {
  return plainWord("package", text, /^[\w./@~+-]+$/, "./internal/parser");
}

/** Without the network go must not even try: it says at once which module is missing. */
function environmentFor(network: boolean): Record<string, string> {
  return network ? {} : { GOPROXY: "off", GOFLAGS: "-mod=readonly", GOTOOLCHAIN: "local" };
}

const offline =
  "Without network go needs all modules downloaded; where one is missing, run it once with network.";

function testTool(module: string): Tool {
  return defineTask({
    name: "run_go_test",
    title: "Run go test",
    description:
      `Runs the tests of the Go module ${module} in the workspace root: all packages, one package, or the tests whose name ` +
      `fits. ${offline} Answers with exit code and output; a line for each package says ok or FAIL.`,
    fields: {
      package: packageField,
      name: z
        .string()
        .min(1)
        .max(300)
        .optional()
        .meta({
          description: "Regular expression that test names must fit, as for go test -run.",
          examples: ["^TestParse$"],
        }),
    },
    command: ({ package: part, name }, { network }) => {
      const of = packageOf(part);
      return {
        program: "go",
        args: ["test", ...(name === undefined ? [] : [`-run=${name}`]), of],
        label: ["go test", ...(name === undefined ? [] : [`-run=${JSON.stringify(name)}`]), of].join(" "),
        env: environmentFor(network),
      };
    },
  });
}

function vetTool(module: string): Tool {
  return defineTask({
    name: "run_go_vet",
    title: "Run go vet",
    description:
      `Compiles the packages of the Go module ${module} in the workspace root and reports suspicious code: the fastest way to ` +
      `see compile errors, test files included. ${offline} Exit code 0 means that nothing was found.`,
    fields: { package: packageField },
    command: ({ package: part }, { network }) => {
      const of = packageOf(part);
      return { program: "go", args: ["vet", of], label: `go vet ${of}`, env: environmentFor(network) };
    },
  });
}

/** A project with a `go.mod`. */
export const goProject: ProjectKind = {
  markers: ["go.mod"],
  toolNames: ["run_go_test", "run_go_vet"],
  detect: (folder) => {
    const text = folder.read("go.mod");
    if (text === undefined) return [];
    const module = quoted(/^module\s+(\S+)/m.exec(text)?.[1] ?? "(unnamed)");
    return [testTool(module), vetTool(module)];
  },
};
