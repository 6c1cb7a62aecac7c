import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import type { Parser, Tree } from "@vscode/tree-sitter-wasm";

type Runtime = typeof import("@vscode/tree-sitter-wasm");

let parser: Parser | null = null;
let loading: Promise<boolean> | null = null;

async function load(): Promise<boolean> {
  try {
    // V8 would optimise the grammar in the background at its first use, which takes half a gigabyte for some seconds; a line
    // of shell is read in well under a millisecond without that.
    setFlagsFromString("--wasm-tiering-budget=2000000000");
    // CommonJS, and three files of a large package: resolved at run time, so that a bundle ships only those three.
    const require = createRequire(import.meta.url);
    const runtime = require("@vscode/tree-sitter-wasm") as Runtime;
    const folder = path.dirname(require.resolve("@vscode/tree-sitter-wasm"));
    await runtime.Parser.init({ locateFile: (file) => path.join(folder, file) });
    const grammar = await readFile(path.join(folder, "tree-sitter-bash.wasm"));
    const made = new runtime.Parser();
    made.setLanguage(await runtime.Language.load(grammar));
    parser = made;
    return true;
  } catch (cause) {
    console.error("the command parser could not be loaded; every command counts as unreadable:", cause);
    return false;
  }
}

/**
 * Loads the bash grammar, once (about 40 ms). Never rejects; `false` means that commands cannot be read and each says so.
 * Until it is there, commands are judged by their bare words.
 */
export function initCommandParser(): Promise<boolean> {
  loading ??= load();
  return loading;
}

/** Longest time for one line, in milliseconds: some texts make the grammar's error recovery run for seconds. Short lines never ask. */
const parseMs = 250;

/** Parses a command line; the caller deletes the tree. `null` while the grammar is not there, or when the line takes too long. */
export function parseCommand(line: string): Tree | null {
  if (parser === null) return null;
  const until = performance.now() + parseMs;
  const tree = parser.parse(line, null, { progressCallback: () => performance.now() > until });
  if (tree === null) parser.reset();
  return tree;
}
