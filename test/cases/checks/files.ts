import { lstatSync, readlinkSync } from "node:fs";
import path from "node:path";
import type { World } from "../field/world.ts";
import { bytesOf, listPaths } from "../setup/files.ts";
import { isObject, wordOf, type Check, type Verdict } from "../types.ts";
import { failed, held, holds } from "../verdicts.ts";
import type { CheckRule } from "./rule.ts";

const nameOf = (check: Check): string => String(check["path"]);
const fileOf = (check: Check, world: World): string => path.join(world.root, nameOf(check));

const shown = (bytes: Buffer | null): string => {
  if (bytes === null) return "no file";
  const most = 80;
  const text = JSON.stringify(bytes.subarray(0, most).toString("latin1"));
  return `${bytes.length} bytes ${text}${bytes.length > most ? "…" : ""}`;
};

const compare = (name: string, got: Buffer | null, wanted: Buffer | null): Verdict => {
  const isSame = got === null || wanted === null ? got === wanted : got.equals(wanted);
  return holds(isSame, `${name} holds ${shown(got)} instead of ${shown(wanted)}`);
};

const bytes: CheckRule["run"] = (check, world) => {
  const wanted =
    check["b64"] === undefined
      ? Buffer.from(String(check["text"]))
      : Buffer.from(wordOf(check["b64"]), "base64");
  return compare(nameOf(check), bytesOf(fileOf(check, world)), wanted);
};

const lacksBytes: CheckRule["run"] = (check, world) => {
  const got = bytesOf(fileOf(check, world));
  const at = got?.indexOf(Buffer.from(wordOf(check["hex"]), "hex")) ?? -1;
  return holds(at === -1, `${nameOf(check)} holds ${wordOf(check["hex"])} at byte ${at}`);
};

const lineEquals: CheckRule["run"] = (check, world) => {
  const lines = bytesOf(fileOf(check, world))?.toString("utf8").split("\n") ?? [];
  const got = lines[Number(check["line"]) - 1] ?? "";
  return holds(
    got === check["text"],
    `${nameOf(check)} line ${String(check["line"])} is ${JSON.stringify(got)}`,
  );
};

const mode: CheckRule["run"] = (check, world) => {
  const stat = lstatSync(fileOf(check, world), { throwIfNoEntry: false });
  if (!stat) return failed(`there is no ${nameOf(check)}`);
  const got = (stat.mode & 0o7777).toString(8).padStart(4, "0");
  return holds(got === check["mode"], `${nameOf(check)} has mode ${got} instead of ${String(check["mode"])}`);
};

const symlink: CheckRule["run"] = (check, world) => {
  const stat = lstatSync(fileOf(check, world), { throwIfNoEntry: false });
  if (stat?.isSymbolicLink() !== true) return failed(`${nameOf(check)} is no link`);
  const to = readlinkSync(fileOf(check, world));
  return holds(to === check["to"], `${nameOf(check)} links to ${to}`);
};

/** Files beside those the case made, changed or named in a step. */
const noExtraFiles: CheckRule["run"] = (_, world) => {
  const named = world.item.do.flatMap((step) => {
    const args = isObject(step["args"]) ? step["args"] : {};
    return typeof args["path"] === "string" ? [args["path"]] : [];
  });
  const extra = listPaths(world.root).filter((name) => !world.before.has(name) && !named.includes(name));
  return extra.length === 0 ? held : failed(`left over: ${extra.slice(0, 5).join(", ")}`);
};

/** Checks of what is on disk. */
export const fileChecks: Readonly<Record<string, CheckRule>> = {
  bytes: { words: ["path", "b64", "text"], run: bytes },
  unchanged: {
    words: ["path"],
    run: (check, world) =>
      compare(nameOf(check), bytesOf(fileOf(check, world)), world.before.get(nameOf(check)) ?? null),
  },
  lacks_bytes: { words: ["path", "hex"], run: lacksBytes },
  line_equals: { words: ["path", "line", "text"], run: lineEquals },
  mode: { words: ["path", "mode"], run: mode },
  symlink: { words: ["path", "to"], run: symlink },
  no_extra_files: { words: [], run: noExtraFiles },
};
