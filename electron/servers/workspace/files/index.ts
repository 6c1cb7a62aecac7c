export { editFileTool } from "./editFile.ts";
export { readFileTool } from "./readFile.ts";
export { writeFileTool } from "./writeFile.ts";
