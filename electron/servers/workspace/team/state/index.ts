export { createBackgroundHomes, type BackgroundHomes } from "./background.ts";
export { openDatabase, type Database } from "./database.ts";
export { createFileGuard } from "./fileLocks.ts";
export { enterInstances, type Instances } from "./instances.ts";
export { createDurableRepeats } from "./requests.ts";
