export { listFilesTool } from "./listFiles.ts";
export { searchCodeTool } from "./searchCode.ts";
