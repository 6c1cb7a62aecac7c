export { readJsonFile, writeJsonFile } from "./jsonFile.ts";
export { RotatingLog } from "./rotatingLog.ts";
