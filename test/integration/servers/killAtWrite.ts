import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/**
 * Loaded into a host before its own code (`--import`): ends the host, as power that fails does, at the first write of
 * `servers.json` in which the text LOOPWRIGHT_KILL_TEXT stands: before the file is in its place, or right after
 * (LOOPWRIGHT_KILL_AT).
 */
const { LOOPWRIGHT_KILL_AT: at, LOOPWRIGHT_KILL_TEXT: text } = process.env;
const rename = fs.renameSync;

const isIt = (from: fs.PathLike, to: fs.PathLike): boolean =>
  String(to).endsWith("servers.json") && text !== undefined && fs.readFileSync(from, "utf8").includes(text);

fs.renameSync = (from, to) => {
  const isNow = isIt(from, to);
  if (isNow && at === "before") process.kill(process.pid, "SIGKILL");
  rename(from, to);
  if (isNow && at === "after") process.kill(process.pid, "SIGKILL");
};
syncBuiltinESMExports();
