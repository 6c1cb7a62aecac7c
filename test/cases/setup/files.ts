import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { isObject, NotRun, wordOf, type Json } from "../types.ts";

const contentWords = ["text", "b64", "gen", "gen_tree", "symlink", "fifo", "dir"] as const;

const generated = (gen: unknown): Buffer => {
  if (!isObject(gen)) throw new NotRun(`not built yet: generated content ${JSON.stringify(gen)}`);
  const { prefix = "", repeat, hex_repeat: hex, times, suffix = "", ...odd } = gen;
  const unit =
    typeof hex === "string"
      ? Buffer.from(hex, "hex")
      : typeof repeat === "string"
        ? Buffer.from(repeat)
        : undefined;
  if (unit === undefined || typeof times !== "number" || Object.keys(odd).length > 0)
    throw new NotRun(`not built yet: generated content ${JSON.stringify(gen)}`);
  return Buffer.concat([
    Buffer.from(String(prefix)),
    Buffer.alloc(unit.length * times, unit),
    Buffer.from(String(suffix)),
  ]);
};

const makeTree = (at: string, tree: unknown): void => {
  const { dirs, files_each: each, text } = isObject(tree) ? tree : {};
  if (typeof dirs !== "number" || typeof each !== "number" || typeof text !== "string")
    throw new NotRun(`not built yet: generated tree ${JSON.stringify(tree)}`);
  for (let dir = 0; dir < dirs; dir += 1) {
    mkdirSync(path.join(at, `d${dir}`), { recursive: true });
    for (let file = 0; file < each; file += 1) writeFileSync(path.join(at, `d${dir}`, `f${file}.js`), text);
  }
};

/** Makes a named pipe; Node itself cannot. */
export const makePipe = (at: string): void => {
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", at]);
};

/** Makes one entry of `setup.files` under a folder. @throws NotRun for a kind of content nobody here makes */
export const makeFile = (root: string, file: Json): void => {
  const odd = Object.keys(file).find((key) => !["path", "mode", ...contentWords].includes(key));
  if (odd !== undefined) throw new NotRun(`not built yet: setup.files with ${odd}`);
  const at = path.join(root, String(file["path"]));
  mkdirSync(path.dirname(at), { recursive: true });
  if (file["dir"] === true) mkdirSync(at, { recursive: true });
  else if (file["fifo"] === true) makePipe(at);
  else if (typeof file["symlink"] === "string") symlinkSync(file["symlink"], at);
  else if (file["gen_tree"] !== undefined) makeTree(at, file["gen_tree"]);
  else if (file["gen"] !== undefined) writeFileSync(at, generated(file["gen"]));
  else if (typeof file["b64"] === "string") writeFileSync(at, Buffer.from(file["b64"], "base64"));
  else writeFileSync(at, wordOf(file["text"]));
  if (typeof file["mode"] === "string") chmodSync(at, Number.parseInt(file["mode"], 8));
};

/** Every path under a folder, relative to it, with `/`; folders and links too, links not followed. */
export const listPaths = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) =>
    path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"),
  );

/** The bytes of a file, or null when there is none: a pipe or device would never end. Links are followed. */
export const bytesOf = (file: string): Buffer | null =>
  statSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file) : null;
