export { findFilesTool } from "./findFiles.ts";
export { listFilesTool } from "./listFiles.ts";
export { searchCodeTool } from "./searchCode.ts";
