export { serverVariable } from "./environment.ts";
export { killTree } from "./processTree.ts";
export { runCommandTool } from "./runCommand.ts";
