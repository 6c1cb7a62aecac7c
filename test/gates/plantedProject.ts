import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkSteps } from "../../build/checkSteps.mjs";
import { root } from "../../build/ready/paths.mjs";

const configuration = [
  ".dependency-cruiser.cjs",
  ".prettierignore",
  ".prettierrc",
  "eslint.config.js",
  "knip.json",
  "package.json",
  "tsconfig.base.json",
  "tsconfig.build.json",
  "tsconfig.json",
  "tsconfig.main.json",
  "tsconfig.node.json",
  "tsconfig.renderer.json",
  "tsconfig.shared.json",
  "tsconfig.test.json",
];

/** A file in every room, so that no project is empty. */
const rooms: Record<string, string> = {
  "shared/room.ts": "export const room = 1;\n",
  "electron/host/main.ts":
    'import { room } from "../../shared/room.ts";\n\nprocess.stdout.write(String(room));\n',
  "electron/main/main.ts": 'import { room } from "../../shared/room.ts";\n\nexport const mainRoom = room;\n',
  "renderer/main.tsx": 'import { room } from "../shared/room.ts";\n\ndocument.title = String(room);\n',
  "build/start.mjs": "process.stdout.write(process.version);\n",
  "test/unit/room.test.ts": 'import { room } from "../../shared/room.ts";\n\nexport const seen = room;\n',
};

/** A small project under this one's own configuration, in a folder of its own. */
export interface PlantedProject extends AsyncDisposable {
  readonly dir: string;
  write(files: Record<string, string>): Promise<void>;
  remove(...files: string[]): Promise<void>;
  /** Runs a gate of `npm run check` there, with the very command that it runs. */
  runGate(name: string): Promise<{ isGreen: boolean; output: string }>;
}

/**
 * Makes a project that every gate passes, with this project's configuration and packages.
 *
 * @param files further files by their path
 */
export async function plantProject(files: Record<string, string> = {}): Promise<PlantedProject> {
  const dir = await mkdtemp(path.join(tmpdir(), "loopwright-gates-"));
  await Promise.all(configuration.map((name) => cp(path.join(root, name), path.join(dir, name))));
  await symlink(path.join(root, "node_modules"), path.join(dir, "node_modules"), "junction");
  const write = async (more: Record<string, string>) => {
    for (const [name, text] of Object.entries(more)) {
      const file = path.join(dir, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  };
  await write({ ...rooms, ...files });
  return {
    dir,
    write,
    async remove(...names) {
      for (const name of names) await rm(path.join(dir, name));
    },
    runGate: (name) => runGate(dir, name),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}

function runGate(dir: string, name: string): Promise<{ isGreen: boolean; output: string }> {
  const step = checkSteps.find((candidate) => candidate.name === name);
  if (step === undefined) throw new Error(`npm run check has no gate "${name}"`);
  const program = path.join(root, "node_modules", step.program);
  return new Promise((resolve) => {
    const options = { cwd: dir, env: { ...process.env, FORCE_COLOR: "0" }, maxBuffer: 2 ** 26 };
    execFile(process.execPath, [program, ...step.args], options, (error, stdout, stderr) => {
      resolve({ isGreen: error === null, output: stdout + stderr });
    });
  });
}
