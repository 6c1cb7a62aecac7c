export { CHAIN_START, chainHash, type ChainedRow } from "./chain.ts";
export { LogError, type LogErrorKind } from "./errors.ts";
export { logFailure } from "./failure.ts";
export { exportFileName } from "./exporting/fileName.ts";
export { openEventLog } from "./open.ts";
export type {
  ConfigStore,
  Durability,
  EventListener,
  EventLog,
  ExportOptions,
  LogExportFormat,
  LogOptions,
  LogProblem,
  NewEvent,
  OpenedLog,
  Timers,
} from "./types.ts";
