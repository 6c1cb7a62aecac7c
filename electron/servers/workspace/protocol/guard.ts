/** A change of a file that is about to be written. */
export interface ChangeIntent {
  /** Absolute, every link resolved. */
  readonly realPath: string;
  /** Of the call that makes it; null when the call carries none. */
  readonly requestId: string | null;
  /** `sha256:…` of the bytes that are replaced; null for a new file. */
  readonly beforeHash: string | null;
  readonly afterHash: string;
  /** What the call will answer once it is written. */
  readonly outcome: {
    readonly summary: string;
    readonly body?: string;
    readonly data: Record<string, unknown>;
  };
}

/** Says, right before the first write, what will be on disk after it. Throws when that cannot be recorded. */
export type Intend = (intent: ChangeIntent) => void;

/** Keeps the changes of one file apart from those of other processes, and remembers what was about to be written. */
export interface ChangeGuard {
  /**
   * Runs `run` while nobody else who shares this server's state changes the file.
   * Rejects with `resourceExhausted` when another process holds the file for too long.
   */
  hold<T>(realPath: string, run: (intend: Intend) => Promise<T>): Promise<T>;
}

/** For a server that shares its state with no other: turns within the process are enough. */
export const localGuard: ChangeGuard = { hold: async (_realPath, run) => await run(() => undefined) };
