export { assessCommand, assessProgram, type CommandAssessment } from "./assessCommand.ts";
export { initCommandParser } from "./parser.ts";
