/** A call that a model gets wrong, and where the way out must lead. */
export interface FaultyCall {
  readonly fault: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The tool whose call succeeds in the end; by default the same one. */
  readonly endsWith?: string;
}

/** Files that are there before each faulty call. */
export const faultyFiles: Readonly<Record<string, string>> = {
  "src/app.ts": "const retries = 3;\nconst other = 3;\nfunction go() {\n  return retries;\n}\n",
  "src/old.ts": "export const old = 1;\n",
  "README.md": "# hello call(x)\n",
  "package.json": '{"name": "faulty", "scripts": {"test": "node --test", "build": "echo built"}}\n',
  "src/app.test.mjs": 'import { test } from "node:test";\ntest("works", () => undefined);\n',
  Makefile: "# says hello\nhello:\n\t@echo hello\n",
};

const missing: FaultyCall = { fault: "a path that is not there", input: { path: "src/ap.ts" } };
const wrongField: FaultyCall = { fault: "a field of another name", input: { file_path: "src/app.ts" } };
const outside: FaultyCall = { fault: "a path outside", input: { path: "/etc/passwd" } };

/**
 * For each tool, what models get wrong with it. A tool that the server lists and that is not in here fails the
 * evaluation by its name.
 */
export const faultyCalls: Readonly<Record<string, readonly FaultyCall[]>> = {
  list_files: [
    { fault: "a folder that is not there", input: { path: "scr" } },
    { fault: "a file", input: { path: "README.md" }, endsWith: "read_file" },
    { fault: "a number as text", input: { path: "src", depth: "2" } },
    { fault: "a field of another name", input: { directory: "src" } },
  ],
  read_file: [
    missing,
    wrongField,
    outside,
    { fault: "a folder", input: { path: "src" }, endsWith: "list_files" },
    { fault: "a line past the end", input: { path: "src/app.ts", offset: 900 } },
    { fault: "no arguments", input: {} },
  ],
  search_code: [
    { fault: "a bad regular expression", input: { pattern: "call(" } },
    { fault: "a line break", input: { pattern: "3;\\nconst" } },
    { fault: "a bad glob", input: { pattern: "retries", file_glob: "a[" } },
    { fault: "a field of another name", input: { query: "retries" } },
    { fault: "a folder that is not there", input: { pattern: "retries", path: "scr" } },
    { fault: "more hits than there may be", input: { pattern: "retries", max_hits: 9_000 } },
  ],
  find_files: [
    { fault: "a field of another name", input: { pattern: "*.ts" } },
    { fault: "a glob that leads outside", input: { glob: "../*.ts" } },
    { fault: "a folder that is not there", input: { glob: "*.ts", path: "scr" } },
    { fault: "a file as folder", input: { glob: "*.ts", path: "README.md" }, endsWith: "read_file" },
  ],
  edit_file: [
    { fault: "a text that occurs twice", input: { path: "src/app.ts", old_str: "3;", new_str: "4;" } },
    {
      fault: "other white space",
      input: { path: "src/app.ts", old_str: "function go()  {\n return retries;", new_str: "x" },
    },
    { fault: "a file that is not there", input: { path: "src/ap.ts", old_str: "retries =", new_str: "x =" } },
    {
      fault: "an empty old_str for a file that is there",
      input: { path: "src/app.ts", old_str: "", new_str: "new\n" },
      endsWith: "write_file",
    },
    {
      fault: "fields of other names",
      input: { path: "src/app.ts", old_string: "const other", new_string: "const another" },
    },
  ],
  write_file: [
    { fault: "a field of another name", input: { path: "a.txt", text: "x\n" } },
    { fault: "a path outside", input: { path: "../a.txt", content: "x\n" } },
    { fault: "no content", input: { path: "a.txt" } },
  ],
  run_program: [
    { fault: "a program with its arguments", input: { program: "node --version" } },
    { fault: "a program that is not there", input: { program: "npn", args: ["--version"] } },
    {
      fault: "a folder that is not there",
      input: { program: "node", args: ["--version"], cwd: "scr" },
    },
    { fault: "a field of another name", input: { command: "node", args: ["--version"] } },
  ],
  run_command: [
    { fault: "a field of another name", input: { cmd: "echo x" } },
    { fault: "a folder that is not there", input: { command: "echo x", cwd: "scr" } },
    { fault: "no time at all", input: { command: "echo x", timeout_ms: 0 } },
  ],
  command_output: [
    { fault: "an id that is not known", input: { id: "c-1" } },
    { fault: "no id", input: {} },
  ],
  list_commands: [{ fault: "a field it has not", input: { all: true } }],
  stop_command: [
    { fault: "an id that is not known", input: { id: "c-1" } },
    { fault: "a field of another name", input: { command_id: "c-1" } },
  ],
  git_status: [{ fault: "a field of another name", input: { folder: "src" } }],
  git_diff: [
    { fault: "a revision that is not there", input: { from: "mian" } },
    { fault: "a field of another name", input: { from_rev: "HEAD" } },
  ],
  git_log: [
    { fault: "a revision that is not there", input: { rev: "mian" } },
    { fault: "more than it lists", input: { limit: 1_000 } },
  ],
  create_folder: [{ fault: "a field of another name", input: { folder_path: "src/parts" } }],
  move_path: [
    { fault: "a path that is not there", input: { from: "src/odl.ts", to: "src/new1.ts" } },
    { fault: "fields of other names", input: { from_path: "src/old.ts", to_path: "src/new2.ts" } },
  ],
  delete_path: [
    { fault: "a path that is not there", input: { path: "src/odl.ts" } },
    { fault: "a field of another name", input: { file_path: "src/old.ts" } },
  ],
  undo_change: [
    { fault: "a field of another name", input: { file_path: "src/app.ts" } },
    { fault: "a path that was not changed", input: { path: "README.md" }, endsWith: "list_changes" },
  ],
  list_changes: [{ fault: "a field it has not", input: { all: true } }],
  run_npm_script: [
    { fault: "a script that is not there", input: { script: "biuld" } },
    { fault: "a field of another name", input: { name: "build" } },
  ],
  run_test_file: [
    { fault: "a file that is not there", input: { file: "src/app.tst.mjs" } },
    { fault: "a field of another name", input: { test_file: "src/app.test.mjs" } },
  ],
  list_make_targets: [{ fault: "a field it has not", input: { path: "." } }],
  run_make_target: [{ fault: "a field of another name", input: { name: "hello" } }],
};
