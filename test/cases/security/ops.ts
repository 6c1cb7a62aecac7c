import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { behaviourWords, resultWords, type ScriptedBehaviour } from "../../servers/behaviour.ts";
import { makePipe } from "../setup/files.ts";
import { grantedTool, hookTable } from "../table.ts";
import { isObject, NotRun, textsOf, wordOf, type Json } from "../types.ts";

/** A scripted server of a case's setup; its adapter adds it to the host. */
export interface NamedServer {
  readonly name: string;
  readonly behaviour: ScriptedBehaviour;
}

/** What `setup` asked for beyond files. */
export interface Prepared {
  readonly servers: NamedServer[];
  /** Tools that a person lets run without a card. */
  readonly grants: { readonly server: string; readonly tool: string }[];
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

/** @throws NotRun for a behaviour that the scripted server does not know */
const addServer = (op: Json, { servers }: Prepared): void => {
  const { name, serverInfoName, behaviour, op: _, ...odd } = op;
  const given = isObject(behaviour) ? behaviour : {};
  const results = isObject(given["results"]) ? Object.values(given["results"]).filter(isObject) : [];
  const unknownWord = [
    ...Object.keys(odd),
    ...Object.keys(given).filter((key) => !(behaviourWords as readonly string[]).includes(key)),
    ...results.flatMap((one) =>
      Object.keys(one).filter((key) => !(resultWords as readonly string[]).includes(key)),
    ),
  ][0];
  if (unknownWord !== undefined) throw new NotRun(`not built yet: a server with ${unknownWord}`);
  const info = typeof serverInfoName === "string" ? { serverInfoName } : {};
  servers.push({ name: String(name), behaviour: { ...(given as ScriptedBehaviour), ...info } });
};

/** Grants of single tools; any other rule is missing. */
const addRules = (op: Json, prepared: Prepared): void => {
  const { scope: _, allow, op: __, ...odd } = op;
  const granted = textsOf(allow).map(grantedTool);
  const tools = granted.filter((one) => one !== undefined);
  if (Object.keys(odd).length > 0 || tools.length < granted.length || tools.length === 0)
    prepared.missing.push(rulesMissing);
  else prepared.grants.push(...tools);
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
    case "server":
      addServer(op, prepared);
      return;
    case "httpServer":
      // Its adapter starts one for each vector.
      return;
    case "rules":
      addRules(op, prepared);
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
