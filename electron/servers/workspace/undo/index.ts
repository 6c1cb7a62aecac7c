export { listChangesTool } from "./listChanges.ts";
export { recoverChanges } from "./recover.ts";
export { undoChangeTool } from "./undoChange.ts";
