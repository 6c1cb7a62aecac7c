import { join } from "node:path";
import { z } from "zod";
import { mavenCounts } from "./counts.ts";
import type { ProjectFolder } from "./projectFolder.ts";
import { defineTask } from "./taskTool.ts";
import type { ProjectKind } from "./types.ts";
import { listed, plainWord } from "./words.ts";

const isWindows = process.platform === "win32";
const testName = /^[\w.$#*?,]+$/;

const fields = {
  test: z
    .string()
    .min(1)
    .max(400)
    .optional()
    .meta({
      description: "Test class, or Class#method; * fits anything. Default: all tests.",
      examples: ["CalculatorTest#adds"],
    }),
  module: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description: "One module of the build, as the build names it. Default: all modules.",
      examples: ["core"],
    }),
};

/** A build's own start script, which brings the right version of the build tool, else the one on PATH. */
function programOf(folder: ProjectFolder, script: string, program: string): string {
  return folder.has(script) ? join(folder.root.real, script) : program;
}

const wrapper = { maven: isWindows ? "mvnw.cmd" : "mvnw", gradle: isWindows ? "gradlew.bat" : "gradlew" };

function modulesOf(pom: string): string[] {
  const [, modules = ""] = /<modules>(.*?)<\/modules>/s.exec(pom.replaceAll(/<!--.*?-->/gs, "")) ?? [];
  return [...modules.matchAll(/<module>\s*([\w./-]+)\s*<\/module>/g)].map(([, name = ""]) => name);
}

/** A project with a `pom.xml`. */
export const mavenProject: ProjectKind = {
  markers: ["pom.xml", wrapper.maven],
  toolNames: ["run_maven_test"],
  detect: (folder) => {
    const pom = folder.read("pom.xml");
    if (pom === undefined) return [];
    const modules = modulesOf(pom);
    const program = programOf(folder, wrapper.maven, "mvn");
    const shown = program === "mvn" ? "mvn" : "the project's mvnw";
    const tool = defineTask({
      name: "run_maven_test",
      title: "Run Maven tests",
      description:
        `Compiles and tests the Maven project in the workspace root with ${shown}: all tests, one class or method, one module ` +
        "(with the modules it needs). Without network Maven runs offline and needs everything in its local repository; where " +
        "something is missing there, run it once with network. Answers with exit code and output, and with the counts of the " +
        `tests.${modules.length === 0 ? "" : ` Modules:\n${listed(modules.map((name) => [name, ""]))}`}`,
      fields,
      command: ({ test, module }, context) => {
        const name =
          test === undefined ? undefined : plainWord("test", test, testName, "CalculatorTest#adds");
        const part =
          module === undefined ? undefined : plainWord("module", module, /^[\w.:/-]+$/, modules[0] ?? "core");
        return {
          program,
          args: [
            "-B",
            ...(context.network ? [] : ["-o"]),
            ...(part === undefined ? [] : ["-pl", part, "-am"]),
            ...(name === undefined ? [] : [`-Dtest=${name}`, "-Dsurefire.failIfNoSpecifiedTests=false"]),
            "test",
          ],
          label: [
            "mvn test",
            ...(part === undefined ? [] : [part]),
            ...(name === undefined ? [] : [name]),
          ].join(" "),
          count: mavenCounts,
        };
      },
    });
    return [tool];
  },
};

const gradleFiles = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];

/** A project with a Gradle build. */
export const gradleProject: ProjectKind = {
  markers: [...gradleFiles, wrapper.gradle],
  toolNames: ["run_gradle_test"],
  detect: (folder) => {
    const file = gradleFiles.find((name) => folder.has(name));
    if (file === undefined) return [];
    const program = programOf(folder, wrapper.gradle, "gradle");
    const tool = defineTask({
      name: "run_gradle_test",
      title: "Run Gradle tests",
      description:
        `Compiles and tests the Gradle project in the workspace root (found ${file}) with ` +
        `${program === "gradle" ? "gradle" : "the project's gradlew"}: all tests, one class or method, one module. Without ` +
        "network Gradle runs offline and needs everything in its cache. Answers with exit code and output.",
      fields,
      command: ({ test, module }, context) => {
        const name =
          test === undefined
            ? undefined
            : plainWord("test", test, testName, "CalculatorTest").replace("#", ".");
        const part =
          module === undefined
            ? undefined
            : plainWord("module", module, /^[\w.:-]+$/, "core").replace(/^:/, "");
        const task = part === undefined ? "test" : `:${part}:test`;
        return {
          program,
          args: [
            "--console=plain",
            "--no-daemon",
            ...(context.network ? [] : ["--offline"]),
            task,
            ...(name === undefined ? [] : [`--tests=${name}`]),
          ],
          label: ["gradle", task, ...(name === undefined ? [] : [name])].join(" "),
        };
      },
    });
    return [tool];
  },
};
