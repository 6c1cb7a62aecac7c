export { keptAnyway, keptBytes, keptChanges, removeDropped } from "./bounds.ts";
export { missingFolders } from "./missing.ts";
export { emptyFolderPrint, hashInPrint, survey, type Survey } from "./print.ts";
export { isWithin, touches, type ChangeRecord } from "./record.ts";
export { recordWrite } from "./recordWrite.ts";
export { settleChanges, whenSettled } from "./settled.ts";
export { type OpenChange } from "./openChange.ts";
export { changesOf } from "./store.ts";
