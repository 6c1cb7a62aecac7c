import { z } from "zod";
import { ask } from "./ask.ts";
import { Failure } from "./errors.ts";
import { ServerId, Sha256, WorkspaceId } from "./ids.ts";
import { Remark } from "./remark.ts";
import { FoundConfig, ServerCandidate, ServerDefinition } from "./servers.ts";

/** What was decided about a server of a folder's own: `changed` means that it was decided about as another one than it is now. */
export const WorkspaceServerState = z.enum(["new", "taken", "refused", "changed"]);
export type WorkspaceServerState = z.infer<typeof WorkspaceServerState>;

/**
 * A server that a folder's own file names. Its definition is what would be added: places of the folder are filled in, the name is
 * free here, values of variables and headers are blank.
 */
export const WorkspaceServer = z.strictObject({
  ...ServerCandidate.shape,
  state: WorkspaceServerState,
  /** The server that was made of it and is still there. */
  serverId: ServerId.optional(),
  /** What the new one would replace: how that server is now, else what was refused before. Values blank. */
  earlier: ServerDefinition.optional(),
  /** Values, in full, of variables by which a program runs other code or reaches another address (`NODE_OPTIONS`). */
  telling: z.record(z.string(), z.string()),
});
export type WorkspaceServer = z.infer<typeof WorkspaceServer>;

/** A file of a folder in which servers are kept. */
export const WorkspaceServerFile = z.strictObject({
  client: FoundConfig.shape.client,
  /** Within the folder, with slashes. */
  path: z.string(),
  /** Of its bytes; absent where it could not be read. */
  sha256: Sha256.optional(),
  servers: z.array(WorkspaceServer),
  problems: z.array(Remark),
});
export type WorkspaceServerFile = z.infer<typeof WorkspaceServerFile>;

/** What a folder brings. Nothing of it was started. */
export const WorkspaceServers = z.strictObject({
  files: z.array(WorkspaceServerFile),
  /** Files by which the folder asks for rights, and the names in them that do. No rights are ever taken from a folder. */
  ignored: z.array(z.strictObject({ path: z.string(), names: z.array(z.string()) })),
});
export type WorkspaceServers = z.infer<typeof WorkspaceServers>;

/** A person's decision about servers of one file as it was shown; `name` is how the server is to be called here. */
export const WorkspaceServerDecision = z.strictObject({
  path: z.string().max(4000),
  sha256: Sha256,
  servers: z
    .array(
      z.strictObject({
        givenName: z.string().max(200),
        decision: z.enum(["take", "refuse"]),
        name: ServerDefinition.shape.name.optional(),
      }),
    )
    .max(200),
});
export type WorkspaceServerDecision = z.infer<typeof WorkspaceServerDecision>;

const about = { path: z.string(), givenName: z.string() };

/** A folder's own servers: a part of the one table of requests. */
export const workspaceServerRequests = {
  /** Reads the folder's files anew; starts and keeps nothing. */
  "workspace.servers": ask(z.strictObject({ workspaceId: WorkspaceId }), WorkspaceServers),
  /**
   * Adds or changes what is taken and starts it; a refused one is not asked about again while it stays as it is. Refused as
   * `stale`, with nothing done, when a file is not the one that was shown.
   */
  "workspace.decideServers": ask(
    z.strictObject({ workspaceId: WorkspaceId, files: z.array(WorkspaceServerDecision).min(1).max(20) }),
    z.strictObject({
      taken: z.array(z.strictObject({ ...about, serverId: ServerId })),
      failed: z.array(z.strictObject({ ...about, error: Failure })),
    }),
  ),
};
