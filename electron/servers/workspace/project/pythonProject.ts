import { join } from "node:path";
import { z } from "zod";
import { pytestCounts } from "./counts.ts";
import type { Place } from "../paths/index.ts";
import type { ProjectFolder } from "./projectFolder.ts";
import { defineTask, taskPlace } from "./taskTool.ts";
import type { ProjectKind } from "./types.ts";
import { plainWord } from "./words.ts";

const python = process.platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"];
const environments = [".venv", "venv"];

/** The python of the project's own environment, else the one on PATH. */
function pythonOf(folder: ProjectFolder): { readonly program: string; readonly shown: string } {
  const environment = environments.find((name) => folder.has(join(name, ...python)));
  if (environment === undefined) {
    const name = process.platform === "win32" ? "python" : "python3";
    return { program: name, shown: name };
  }
  // Not resolved: python tells its environment by the path that it is started with.
  return {
    program: join(folder.root.real, environment, ...python),
    shown: `${environment}/${python.join("/")}`,
  };
}

function markerOf(folder: ProjectFolder): string | undefined {
  const own = ["pytest.ini", "pyproject.toml"].find((name) => folder.read(name) !== undefined);
  if (own !== undefined) return own;
  return /^\[tool:pytest\]/m.test(folder.read("setup.cfg") ?? "") ? "setup.cfg" : undefined;
}

/** A test by its own name in a file, `TestLogin::test_ok[empty]`. */
const nodeId = /^\w+(?:::\w+)*(?:\[.*\])?$/;

/** In one file a name means exactly that test: `-k` would also fit the file's own name. */
function chooseTests(place: Place | undefined, name: string | undefined): string[] {
  if (place?.stat?.isFile() === true && name !== undefined && nodeId.test(name))
    return [`${place.real}::${name}`];
  return [...(name === undefined ? [] : [`-k${name}`]), ...(place === undefined ? [] : [place.real])];
}

/** A project with `pytest.ini`, `pyproject.toml`, or a `setup.cfg` that speaks of pytest. */
export const pythonProject: ProjectKind = {
  markers: [
    "pyproject.toml",
    "pytest.ini",
    "setup.cfg",
    ...environments.map((name) => join(name, ...python)),
  ],
  toolNames: ["run_pytest"],
  detect: (folder) => {
    const marker = markerOf(folder);
    if (marker === undefined) return [];
    const { program, shown } = pythonOf(folder);
    const tool = defineTask({
      name: "run_pytest",
      title: "Run pytest",
      description:
        `Runs pytest with ${shown} in the workspace root (found ${marker}): all tests, those of one file or folder, or those ` +
        "whose name fits. Answers with exit code and output, and with how many tests passed and failed. Exit code 5 means that " +
        "no test was found. Where pytest is missing, it says No module named pytest.",
      fields: {
        path: z
          .string()
          .optional()
          .meta({
            description: "Test file or folder, relative to the workspace root. Default: all tests.",
            examples: ["tests/test_app.py"],
          }),
        name: z
          .string()
          .min(1)
          .max(400)
          .optional()
          .meta({
            description:
              "With a file as path the test's own name, TestClass::test_name for a method. Else a part of names, as for pytest -k.",
            examples: ["test_login"],
          }),
      },
      command: ({ path, name }, context) => {
        const place = path === undefined ? undefined : taskPlace(context, path);
        const test =
          name === undefined ? undefined : plainWord("name", name, /^[\w[\]().:, -]+$/, "test_login");
        const chosen = chooseTests(place, test);
        return {
          program,
          args: ["-m", "pytest", "--color=no", ...chosen],
          label: [
            "pytest",
            ...chooseTests(place === undefined ? undefined : { ...place, real: place.shown }, test),
          ].join(" "),
          count: pytestCounts,
        };
      },
    });
    return [tool];
  },
};
