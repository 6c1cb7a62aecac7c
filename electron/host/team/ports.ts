import type { EventBody } from "../../../shared/events/index.ts";
import type { ChildWatch, DefinitionStore } from "../mcp/index.ts";
import type { ChildBook } from "../mcp/process/index.ts";
import type { Clock, NewId } from "../ports.ts";

/** The log's words about team servers. */
type TeamEventType =
  | "server.added"
  | "server.updated"
  | "server.removed"
  | "server.teamStarted"
  | "server.stopped"
  | "server.failed"
  | "config.changed";

/** Time limits, in milliseconds. */
export interface TeamLimits {
  /** For a server to listen. */
  readonly startMs: number;
  /** Between two looks at health, audit and policy file. */
  readonly lookMs: number;
  /** Before each restart after a crash; when the list is used up the server stays down. */
  readonly restartDelaysMs: readonly number[];
}

export const defaultLimits: TeamLimits = {
  startMs: 30_000,
  lookMs: 1000,
  restartDelaysMs: [1000, 2000, 4000, 8000, 16_000],
};

/** Everything the room of team servers reaches outside itself for; all of it injected. */
export interface TeamPorts {
  /** Each team server has a folder below `team/` in it. */
  readonly dataDir: string;
  readonly store: DefinitionStore;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Told of each process, so that whoever owns this host can end it when the host dies (ARCH-01). */
  readonly children: ChildWatch;
  /** Where this host's processes are written down for its next start; the one book of the host. */
  readonly book: ChildBook;
  /** The Node that runs the server, and the server's own file. */
  readonly program: { readonly nodePath: string; readonly server: string };
  readonly env: Readonly<Record<string, string>>;
  /** The login shell's PATH. Never rejects. */
  readonly pathEnv: () => Promise<string>;
  /** Whether commands run in a sandbox where there is one, as the settings say now. */
  readonly sandbox: () => "auto" | "off";
  readonly onEvent: <T extends TeamEventType>(type: T, body: EventBody<T>) => void;
  readonly limits?: Partial<TeamLimits>;
}
