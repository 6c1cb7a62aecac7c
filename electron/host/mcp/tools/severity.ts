import type { JsonObject, Severity, ShownSandbox } from "../../../../shared/contract/index.ts";
import {
  Severity as SeveritySchema,
  ShownSandbox as ShownSandboxSchema,
} from "../../../../shared/contract/index.ts";
import { isJsonObject } from "../schema/index.ts";

/** What is known of the server a tool belongs to. */
export interface ServerStanding {
  readonly isBundled: boolean;
  readonly isTrusted: boolean;
  readonly isRemote: boolean;
}

const metaOf = (raw: JsonObject): JsonObject => (isJsonObject(raw["_meta"]) ? raw["_meta"] : {});

/** A tool's hints; anything that is not an object counts as none. */
export const annotationsOf = (raw: JsonObject): JsonObject =>
  isJsonObject(raw["annotations"]) ? raw["annotations"] : {};

/**
 * The level a tool starts from (security.md §4.1). Bundled tools state their own. Everybody else's are L3, or
 * L4 where the server is remote or says it acts outside; hints are an untrusted party's, so only on a server
 * the person marked trusted may consistent read-only hints lower it, to L2. A hint of the wrong type counts as
 * absent.
 */
export const toolSeverity = (raw: JsonObject, server: ServerStanding): Severity => {
  if (server.isBundled) return SeveritySchema.safeParse(metaOf(raw)["loopwright/severity"]).data ?? "L3";
  const hints = annotationsOf(raw);
  if (server.isRemote || hints["openWorldHint"] === true) return "L4";
  const isReader =
    hints["readOnlyHint"] === true && hints["openWorldHint"] === false && hints["destructiveHint"] !== true;
  return server.isTrusted && isReader ? "L2" : "L3";
};

/** A bundled tool's own time limit in milliseconds, or null. */
export const bundledTimeoutMs = (raw: JsonObject): number | null => {
  const timeoutMs = metaOf(raw)["loopwright/timeoutMs"];
  return typeof timeoutMs === "number" && Number.isInteger(timeoutMs) && timeoutMs > 0 ? timeoutMs : null;
};

/** What the bundled server says it runs commands in (GOV-09). */
export type ToolSandbox = Omit<ShownSandbox, "network">;

const ToolSandboxSchema = ShownSandboxSchema.omit({ network: true });

/** What a bundled command tool runs in, or undefined where it does not say. */
export const toolSandbox = (raw: JsonObject): ToolSandbox | undefined =>
  ToolSandboxSchema.safeParse(metaOf(raw)["loopwright/sandbox"]).data;

/** True when a bundled tool can show its change before it makes it. */
export const canPreview = (raw: JsonObject): boolean => metaOf(raw)["loopwright/preview"] === true;
