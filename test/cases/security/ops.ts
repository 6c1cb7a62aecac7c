import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makePipe } from "../setup/files.ts";
import { hookTable } from "../table.ts";
import { isObject, NotRun, textsOf, wordOf, type Json } from "../types.ts";

/** What `setup` asked for beyond files. */
export interface Prepared {
  /** The workspace; where `exec` runs unless told otherwise. */
  readonly root: string;
  /** To be done when a card is shown, once. */
  readonly whileApprovalIsOpen: Json[];
  /** What the product cannot be given yet; the case is then at most tried without it. */
  readonly missing: string[];
}

const write = (op: Json, mode?: number): void => {
  const at = String(op["path"]);
  mkdirSync(path.dirname(at), { recursive: true });
  const { repeat } = op;
  const text = isObject(repeat) ? String(repeat["text"]).repeat(Number(repeat["n"])) : wordOf(op["text"]);
  writeFileSync(at, text);
  if (mode !== undefined) chmodSync(at, mode);
};

const exec = (op: Json, root: string): void => {
  const [program = "", ...args] = textsOf(op["argv"]);
  execFileSync(program, args, { cwd: wordOf(op["cwd"] ?? root), stdio: "ignore", timeout: 30_000 });
};

const rulesMissing = "remembered rules are not built yet";

/** Does one operation of a case's setup, its variables filled in. @throws NotRun for one nobody here can do */
export const doOp = (op: Json, prepared: Prepared): void => {
  const at = String(op["path"]);
  switch (op["op"]) {
    case "mkdir":
      mkdirSync(at, { recursive: true });
      return;
    case "write":
      write(op);
      return;
    case "writeExec":
      write(op, 0o755);
      return;
    case "symlink":
      symlinkSync(String(op["to"]), at);
      return;
    case "hardlink":
      linkSync(String(op["to"]), at);
      return;
    case "fifo":
      makePipe(at);
      return;
    case "exec":
      exec(op, prepared.root);
      return;
    case "rename":
      renameSync(String(op["from"]), String(op["to"]));
      return;
    case "serverConfig":
      // Its adapter adds and edits the server: that needs the host.
      return;
    case "rules":
      prepared.missing.push(rulesMissing);
      return;
    case "hook":
      if (hookTable[String(op["at"])] !== "whileApprovalIsOpen")
        throw new NotRun(`not built yet: hook at ${String(op["at"])}`);
      prepared.whileApprovalIsOpen.push(...(Array.isArray(op["do"]) ? op["do"].filter(isObject) : []));
      return;
    case "approveOnce":
    case "approveExactForSession":
      throw new NotRun(rulesMissing);
    default:
      throw new NotRun(`not built yet: setup ${String(op["op"])}`);
  }
};
