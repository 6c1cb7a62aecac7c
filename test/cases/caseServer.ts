/** The scripted MCP server as a program: `node caseServer.ts FILE`, where FILE holds its behaviour as JSON. */
import { readFileSync } from "node:fs";
import type { ScriptedBehaviour } from "../servers/behaviour.ts";
import { serveScripted } from "../servers/scripted.ts";

serveScripted(JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as ScriptedBehaviour);
