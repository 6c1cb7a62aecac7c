import { availableParallelism } from "node:os";
import type { EventBody, EventType } from "../../../shared/events/index.ts";
import type { ServerId } from "../../../shared/contract/index.ts";
import type { ServerAsks } from "./asks.ts";
import type { Clock, NewId } from "../ports.ts";
import type { ShippedNode } from "./launch/index.ts";
import type { ChildBook } from "./process/index.ts";

/** The log's words about servers. */
export type ServerEventType = Extract<EventType, `server.${string}`>;

/** Values under names, kept between starts; the host's settings store. */
export interface DefinitionStore {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

/** The key store: values of servers' environment variables live here and nowhere else. */
export interface SecretStore {
  /** Keeps a value, or forgets it with null. */
  put(name: string, value: string | null): Promise<unknown>;
  get(name: string): Promise<string | null>;
}

/** Told of every server process, so that whoever owns this host can end them when it dies (ARCH-01). */
export interface ChildWatch {
  started(child: { readonly pid: number; readonly startTicks: string | null; readonly name: string }): void;
  ended(pid: number): void;
}

/** Programs that ship with the app. */
export interface Resources extends ShippedNode {
  readonly workspaceServer: {
    readonly command: string;
    readonly args: (root: string) => readonly string[];
    /** Variables beside the usual few; none by default. */
    readonly env?: Readonly<Record<string, string>>;
  };
}

/** Limits of starting, times in milliseconds; the defaults are the product's. */
export interface ServerLimits {
  /** For a server to start and say hello. */
  readonly connectTimeoutMs: number;
  /** Before each restart after a crash; when the list is used up the server stays down. */
  readonly restartDelaysMs: readonly number[];
  /** Server processes that persons start, and as many that start by themselves, at the same time; others wait their turn. */
  readonly startsAtOnce: number;
  /** How long one that is not ready yet keeps others waiting at most. */
  readonly startHoldMs: number;
}

export const defaultLimits: ServerLimits = {
  connectTimeoutMs: 20_000,
  restartDelaysMs: [1000, 2000, 4000, 8000, 16_000],
  startsAtOnce: Math.max(1, availableParallelism() - 1),
  startHoldMs: 600,
};

/** Everything the server manager reaches outside itself for; all of it injected. */
export interface ManagerPorts {
  /** Where `children.json` is kept, and what marks this host's servers as its own. */
  readonly dataDir: string;
  readonly version: string;
  readonly store: DefinitionStore;
  readonly secrets: SecretStore;
  readonly children: ChildWatch;
  /** Where this host writes its processes down; one of its own when absent. A data folder has one book. */
  readonly book?: ChildBook;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly resources: Resources;
  /** The login shell's PATH, as `createLoginPath` finds it. Never rejects. */
  readonly pathEnv: () => Promise<string>;
  /** Takes `server.*` events into the audit log. */
  readonly onEvent: <T extends ServerEventType>(type: T, body: EventBody<T>) => void;
  /** Puts placeholders for known secrets before messages are shown; without it they are shown as they are. */
  readonly redact?: <T>(value: T) => T;
  readonly limits?: Partial<ServerLimits>;
  /** Answers what a server asks of us; without it servers are told that nothing of the kind can be asked. */
  readonly asks?: (serverId: ServerId, serverName: string) => ServerAsks;
}
