import type { FilePreview, JsonObject, Severity } from "../../../../shared/contract/index.ts";
import type { ToolEntry } from "../../mcp/index.ts";

/** What the policy has to know of a tool. */
export type AssessedTool = Pick<
  ToolEntry,
  | "serverId"
  | "name"
  | "isBundled"
  | "isTrustedServer"
  | "severity"
  | "annotations"
  | "isRemote"
  | "canPreview"
  | "isChanged"
  | "isOwnSeverity"
  | "lookAlikes"
>;

/** One call as it would run. */
export interface AssessInput {
  readonly entry: AssessedTool;
  readonly args: JsonObject;
  /** The session's folder, absolute. */
  readonly workspacePath: string;
  /** What a change would leave, where the tool can show it. */
  readonly previewFiles?: readonly FilePreview[];
  /** What a change of whole files and folders touches, where the tool says so. */
  readonly touched?: Touched;
}

/** Regular files that come, go or move, and which paths among them always ask. */
export interface Touched {
  readonly fileCount: number;
  readonly guarded: readonly string[];
}

/** How much a call may do, which rule said so, and why: `code` or `code:parameter`, in words in `assessReasons`. */
export interface Assessment {
  readonly severity: Severity;
  readonly rule: string;
  readonly reasons: readonly string[];
}

/** One ground for a level; the highest decides. */
export interface Ground {
  readonly severity: Severity;
  readonly rule: string;
  readonly reasons: readonly string[];
}

const order: readonly Severity[] = ["L1", "L2", "L3", "L4"];

/** The higher of two levels. */
export const higher = (a: Severity, b: Severity): Severity => (order.indexOf(a) >= order.indexOf(b) ? a : b);
