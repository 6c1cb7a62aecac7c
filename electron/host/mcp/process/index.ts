export { endTree, noteTree, STEP_MS, type Tree } from "./endTree.ts";
export { ChildBook, reapLeftovers, tagOf } from "./leftovers.ts";
export { listProcesses, MARKER, startedAtOf } from "./table.ts";
export { usageOf } from "./usage.ts";
