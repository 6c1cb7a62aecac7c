import type { JsonObject, ToolInfo } from "../../../../shared/contract/index.ts";
import type { ListedTool } from "../types.ts";
import { definitionHashOf, offeredSchema } from "./checkTool.ts";
import {
  annotationsOf,
  bundledTimeoutMs,
  canPreview,
  toolSandbox,
  toolSeverity,
  type ToolSandbox,
  type ServerStanding,
} from "./severity.ts";

/** Time a call may take without result or progress where neither tool nor person set one, in milliseconds. */
export const DEFAULT_CALL_TIMEOUT_MS = 60_000;

/** A tool of a running server: what the person and the policy see, and what the host needs beside it. */
export interface KnownTool {
  readonly info: ToolInfo;
  readonly annotations: JsonObject;
  readonly canPreview: boolean;
  readonly sandbox: ToolSandbox | undefined;
  /** The definition as listed. */
  readonly raw: JsonObject;
}

/** What is known of a tool's server. */
export type DescribedServer = ServerStanding & { readonly callTimeoutMs: number | undefined };

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/**
 * Everything about a tool that follows from its definition and its server's standing; nothing of it is written
 * a second time anywhere (LOOP-02).
 */
export const describeTool = (
  { name, raw, problem }: ListedTool,
  modelName: string,
  server: DescribedServer,
): KnownTool => {
  const annotations = annotationsOf(raw);
  const title = textOf(raw["title"]) ?? textOf(annotations["title"]);
  const bundled = server.isBundled ? bundledTimeoutMs(raw) : null;
  return {
    info: {
      name,
      modelName,
      ...(title === undefined ? {} : { title }),
      description: textOf(raw["description"]) ?? "",
      inputSchema: problem === null ? offeredSchema(raw) : {},
      severity: toolSeverity(raw, server),
      timeoutMs: bundled ?? server.callTimeoutMs ?? DEFAULT_CALL_TIMEOUT_MS,
      definitionHash: definitionHashOf(raw),
      isEnabled: problem === null,
      ...(problem === null ? {} : { problem }),
    },
    annotations,
    canPreview: server.isBundled && canPreview(raw),
    sandbox: server.isBundled ? toolSandbox(raw) : undefined,
    raw,
  };
};

/** How two listings of one server differ, by tool name. */
export const diffTools = (
  before: readonly KnownTool[],
  after: readonly KnownTool[],
): { readonly added: string[]; readonly removed: string[]; readonly changed: string[] } => {
  const old = new Map(before.map(({ info }) => [info.name, info.definitionHash]));
  const now = new Map(after.map(({ info }) => [info.name, info.definitionHash]));
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    changed: [...now].filter(([name, hash]) => old.has(name) && old.get(name) !== hash).map(([name]) => name),
  };
};
