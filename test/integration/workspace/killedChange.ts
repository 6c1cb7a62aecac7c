/** Makes one change in a process of its own and kills that process at a step of it: `ROOT STATE STEP TOOL ARGUMENTS`. */
import { writeFileTool } from "../../../electron/servers/workspace/files/index.ts";
import { openRoot } from "../../../electron/servers/workspace/paths/index.ts";
import {
  createDispatch,
  createScope,
  type Hooks,
} from "../../../electron/servers/workspace/protocol/index.ts";
import {
  createFolderTool,
  deletePathTool,
  movePathTool,
} from "../../../electron/servers/workspace/structure/index.ts";

const [root = "", stateFolder = "", step = "", name = "", input = ""] = process.argv.slice(2);
const hooks: Hooks = {
  reached: (reached) => {
    if (reached === step) process.kill(process.pid, "SIGKILL");
  },
};
const tools = { list: () => [writeFileTool, createFolderTool, movePathTool, deletePathTool] };
const scope = createScope({ root: openRoot(root), serverMark: "killed", stateFolder });
const dispatch = createDispatch({ scope, tools, hooks });
const result = await dispatch({
  name,
  input: JSON.parse(input) as unknown,
  signal: new AbortController().signal,
});
process.stdout.write(`${JSON.stringify(result)}\n`);
