export { commandOutputTool } from "./commandOutput.ts";
export { serverVariable } from "./environment.ts";
export { listCommandsTool } from "./listCommands.ts";
export { runPrepared, type Prepared, type PreparedEnd } from "./prepare.ts";
export { killTree } from "./processTree.ts";
export { runCommandTool } from "./runCommand.ts";
export { runProgramTool } from "./runProgram.ts";
export { reapCommands } from "./serverMarks.ts";
export { stopCommandTool } from "./stopCommand.ts";
