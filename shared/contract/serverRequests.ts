import { z } from "zod";
import { BundleInfo, OptionValues, RegistryPage } from "./addServers.ts";
import { CallId, ServerId, SessionId } from "./ids.ts";
import { Remark } from "./remark.ts";
import {
  ServerDefinition,
  ServerInfo,
  ServerLogLevel,
  ServerLogLine,
  ServerOffers,
  FoundConfig,
  ServerCandidate,
} from "./servers.ts";
import {
  ProtocolPage,
  ReplayOutcome,
  ServerHistoryItem,
  ServerUsage,
  ToolDecision,
  ToolReview,
} from "./inspection.ts";
import { ServerAsk, ServerAskAnswer } from "./serverAsks.ts";
import { TeamInfo, TeamPolicy, teamShapes } from "./team.ts";
import { JsonObject } from "./values.ts";
import { ask, empty } from "./ask.ts";

/** What a person does with servers: a part of the one table of requests. */
export const serverRequests = {
  "server.add": ask(ServerDefinition, z.strictObject({ serverId: ServerId })),
  "server.update": ask(z.strictObject({ serverId: ServerId, definition: ServerDefinition }), z.null()),
  "server.remove": ask(z.strictObject({ serverId: ServerId }), z.null()),
  "server.list": ask(empty, z.array(ServerInfo)),
  "server.start": ask(z.strictObject({ serverId: ServerId }), z.null()),
  "server.stop": ask(z.strictObject({ serverId: ServerId }), z.null()),
  "server.log": ask(z.strictObject({ serverId: ServerId }), z.array(ServerLogLine)),
  /** Counts from now on and after each start, until the host ends. Refused where the server is not ready or cannot log. */
  "server.setLogLevel": ask(z.strictObject({ serverId: ServerId, level: ServerLogLevel }), z.null()),
  /** The kept messages between host and server with a number above `after`. */
  "server.protocol": ask(z.strictObject({ serverId: ServerId, after: z.int().nonnegative() }), ProtocolPage),
  /** Sends a kept request again; a tool call passes the policy like one made by hand. */
  "server.replay": ask(z.strictObject({ serverId: ServerId, seq: z.int() }), ReplayOutcome),
  "server.history": ask(z.strictObject({ serverId: ServerId }), z.array(ServerHistoryItem)),
  /** Measures now; null where the server has no processes here. */
  "server.usage": ask(z.strictObject({ serverId: ServerId }), ServerUsage.nullable()),
  "server.reviewTools": ask(z.strictObject({ serverId: ServerId }), z.array(ToolReview)),
  "server.setTool": ask(z.strictObject({ serverId: ServerId, ...ToolDecision.shape }), z.null()),
  "server.callTool": ask(
    z.strictObject({ serverId: ServerId, tool: z.string(), arguments: JsonObject }),
    z.strictObject({ sessionId: SessionId, callId: CallId }),
  ),
  /** Reads servers out of a pasted text in any known shape; starts and keeps nothing. */
  "server.readConfig": ask(
    z.strictObject({ text: z.string().max(2_000_000) }),
    z.strictObject({ candidates: z.array(ServerCandidate), problems: z.array(Remark) }),
  ),
  /** Looks for servers in the settings of other programs on this machine; starts and keeps nothing. */
  "server.findConfigs": ask(empty, z.array(FoundConfig)),
  /** Agrees to a server as it stands now; refused as `stale` when it has changed since it was shown. Starts nothing. */
  "server.agree": ask(z.strictObject({ serverId: ServerId, configHash: z.string().max(100) }), z.null()),
  /** A server as the registry's `server.json`, for a registry of one's own; values of variables and headers are left out. */
  "server.exportDefinition": ask(
    z.strictObject({ serverId: ServerId }),
    z.strictObject({ text: z.string(), problems: z.array(Remark) }),
  ),
  /** Asks the registry of the settings; offline what was kept of earlier answers. Starts and adds nothing. */
  "registry.search": ask(
    z.strictObject({ search: z.string().max(200).optional(), cursor: z.string().max(2000).optional() }),
    RegistryPage,
  ),
  /** Reads a `.mcpb` bundle without unpacking it. */
  "bundle.read": ask(z.strictObject({ path: z.string().min(1).max(4000) }), BundleInfo),
  /** Unpacks a bundle as it was shown (`sha256`) and adds its server, which is not started. */
  "bundle.install": ask(
    z.strictObject({
      path: z.string().min(1).max(4000),
      sha256: z.string().max(100),
      name: z.string().min(1).max(60),
      values: OptionValues,
    }),
    z.strictObject({ serverId: ServerId }),
  ),
  /** Starts a sign-in by page, asked of the person as a {@link ServerAsk}; answers when it is over. */
  "server.signIn": ask(z.strictObject({ serverId: ServerId }), z.null()),
  "server.signOut": ask(z.strictObject({ serverId: ServerId }), z.null()),
  "server.offers": ask(z.strictObject({ serverId: ServerId }), ServerOffers),
  "server.subscribe": ask(
    z.strictObject({ serverId: ServerId, uri: z.string(), isOn: z.boolean() }),
    z.null(),
  ),
  "server.complete": ask(
    z.strictObject({
      serverId: ServerId,
      ref: z.strictObject({ kind: z.enum(["prompt", "resource"]), name: z.string() }),
      argument: z.strictObject({ name: z.string(), value: z.string() }),
      /** The other arguments as they stand. */
      context: z.record(z.string(), z.string()).optional(),
    }),
    z.strictObject({ values: z.array(z.string()), hasMore: z.boolean() }),
  ),
  "serverAsk.list": ask(empty, z.array(ServerAsk)),
  "serverAsk.answer": ask(ServerAskAnswer, z.null()),
  "server.readResource": ask(z.strictObject({ serverId: ServerId, uri: z.string() }), JsonObject),
  "server.getPrompt": ask(
    z.strictObject({ serverId: ServerId, name: z.string(), arguments: JsonObject.optional() }),
    JsonObject,
  ),
  "team.list": ask(empty, z.array(TeamInfo)),
  /** Sets a team server up and writes its policy file; a broken policy is refused. It is not started. */
  "team.add": ask(teamShapes.add, z.strictObject({ teamId: ServerId })),
  /** Changes name or address; counts from the next start. */
  "team.update": ask(teamShapes.update, z.null()),
  /** Stops it and forgets it; its folder with policy, audit and state is kept. */
  "team.remove": ask(teamShapes.about, z.strictObject({ keptAt: z.string() })),
  /** Answers when it listens, or why it does not. */
  "team.start": ask(teamShapes.about, z.null()),
  /** Lets running calls finish for as long as the policy says, then answers when nothing of it is left. */
  "team.stop": ask(teamShapes.about, z.null()),
  "team.log": ask(teamShapes.about, z.array(ServerLogLine)),
  "team.readPolicy": ask(teamShapes.about, TeamPolicy),
  /** Says what is wrong with a text; writes nothing. */
  "team.checkPolicy": ask(teamShapes.check, teamShapes.checked),
  /** Writes the policy if it is good and the file is still the one with `baseHash`; the text before is kept beside it. */
  "team.savePolicy": ask(teamShapes.save, teamShapes.saved),
} as const;
