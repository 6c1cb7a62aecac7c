export { hostLaunch } from "./launch.ts";
export type { Places } from "./launch.ts";
export { HostSupervisor } from "./supervisor.ts";
export type { SecretPort } from "./supervisor.ts";
