export { reportBugs } from "./bugs.ts";
export { useDataFolder } from "./dataFolder.ts";
export { refuse } from "./refuse.ts";
export { missingPage, pageSource } from "./pageSource.ts";
export { once } from "./once.ts";
