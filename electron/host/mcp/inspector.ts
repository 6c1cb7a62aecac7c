import type {
  JsonObject,
  Output,
  Result,
  ServerHistoryItem,
  ServerId,
  ServerUsage,
  ToolDecision,
  ToolReview,
} from "../../../shared/contract/index.ts";

/** Looks into servers and takes what a person decides about their tools (MCP-06, MCP-11). Methods never reject. */
export interface ServerInspector {
  protocol(serverId: ServerId, after: number): Result<Output<"server.protocol">>;
  /** What sending a kept request again would be; an `ask` is already answered. */
  replay(
    serverId: ServerId,
    seq: number,
  ): Promise<
    Result<{ kind: "answered"; result: JsonObject } | { kind: "call"; tool: string; arguments: JsonObject }>
  >;
  history(serverId: ServerId): Result<ServerHistoryItem[]>;
  usage(serverId: ServerId): Promise<Result<ServerUsage | null>>;
  reviewTools(serverId: ServerId): Result<ToolReview[]>;
  setTool(serverId: ServerId, decision: ToolDecision): Result<null>;
}
