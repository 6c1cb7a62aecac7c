export { exportServer } from "./exportServer.ts";
export { createRegistry, type Registry } from "./registry.ts";
