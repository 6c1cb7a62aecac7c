export { changedEntry } from "./changedData.ts";
export { deleteEntry, moveEntry, restoreEntry, type Found } from "./changeEntry.ts";
export { createFolderTool } from "./createFolder.ts";
export { deletePathTool } from "./deletePath.ts";
export { storeEnd, workspaceEnd, type End } from "./ends.ts";
export { entryAt, isOtherSpelling, locateEntry, type Entry } from "./entry.ts";
export { movePathTool } from "./movePath.ts";
export { touchedBy } from "./touched.ts";
export { inTurn } from "./turns.ts";
