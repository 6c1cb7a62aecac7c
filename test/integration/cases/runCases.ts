import { spawn } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");

/** What the runner printed and ended with. */
export interface Ran {
  readonly lines: readonly string[];
  readonly code: number | null;
  readonly errors: string;
}

/** Runs the runner on one of our own case files as `npm run cases` does. */
export const runCases = (file: string, ...more: string[]): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const args = ["test/cases/run.ts", path.join("test/fixtures/cases", file), ...more];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let errors = "";
    child.stdout.on("data", (part: Buffer) => (output += part.toString()));
    child.stderr.on("data", (part: Buffer) => (errors += part.toString()));
    child.once("error", reject);
    child.once("close", (code) => resolve({ lines: output.trimEnd().split("\n"), code, errors }));
  });
