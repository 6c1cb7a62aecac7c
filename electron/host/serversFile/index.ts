export { createServersFile } from "./serversFile.ts";
