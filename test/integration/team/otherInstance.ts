/**
 * Another instance of a team server, as far as its locks go, that makes one call and tells how it comes along: `ROOT STATE`.
 * Lines out: `ready`, then for a call that comes as a line of JSON `waiting` (somebody holds a path of it), `committing`
 * (all checks are done, the next step writes) and its result as JSON.
 */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { openRoot } from "../../../electron/servers/workspace/paths/index.ts";
import { createDispatch, createScope } from "../../../electron/servers/workspace/protocol/index.ts";
import {
  createFileGuard,
  enterInstances,
  openDatabase,
  type Database,
} from "../../../electron/servers/workspace/team/state/index.ts";
import { createToolSet } from "../../../electron/servers/workspace/tools.ts";

const [root = "", state = ""] = process.argv.slice(2);
let said = "";
const say = (line: string): void => {
  // A waiting call looks again and again.
  if (line !== said) process.stdout.write(`${line}\n`);
  said = line;
};

const database = openDatabase(state);
/** The holder of a lock is looked up only by whoever did not get it. */
const watched: Database = {
  ...database,
  prepare: (sql) => {
    if (sql.startsWith("SELECT instance, token") && said === "ready") say("waiting");
    return database.prepare(sql);
  },
};
const guard = createFileGuard(watched, enterInstances(database, state, "other"), "shop");
const scope = createScope({
  root: openRoot(root),
  serverMark: "other",
  stateFolder: join(state, "other"),
  guard,
});
const hooks = { beforeCommit: () => say("committing") };
const dispatch = createDispatch({ scope, tools: createToolSet(scope), hooks });
say("ready");
const [line] = (await once(createInterface({ input: process.stdin }), "line")) as [string];
const { name, input } = JSON.parse(line) as { name: string; input: unknown };
const result = await dispatch({ name, input, signal: new AbortController().signal });
process.stdout.write(`${JSON.stringify(result)}\n`);
scope.end();
process.exit(0);
