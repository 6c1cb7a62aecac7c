/** What holds commands back. */
export type SandboxKind = "sandbox-runtime" | "bubblewrap" | "none";

/** Why there is no sandbox: not installed, forbidden by the system, does not start, none for this system, turned off. */
export type NoSandboxCause = "missing" | "blocked" | "failed" | "unsupported" | "off";

/** What commands of a scope run in. */
export interface SandboxState {
  readonly kind: SandboxKind;
  /** For people: what it holds back, or why there is none and what to do about it. */
  readonly reason: string;
  /** Only with kind `none`. */
  readonly cause?: NoSandboxCause;
}

/** A program to be started in the sandbox. */
export interface Unwrapped {
  /** A bare name, looked up in the PATH of `env`, or a path. */
  readonly program: string;
  readonly args: readonly string[];
  /** Absolute, inside the root. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the person has granted the network to this call. */
  readonly network: boolean;
  /** The workspace too can only be read. Default false. */
  readonly isReadOnly?: boolean;
}

/** A program as it is to be started. */
export interface Wrapped {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
  readonly kind: SandboxKind;
  /**
   * To be called once, when the program has ended or was not started. Never throws, and does not wait.
   * @param leavesProcesses something it started still runs, so that what is kept from it must stay so
   */
  end(leavesProcesses?: boolean): void;
}

/** Starts programs so that they cannot leave their workspace (GOV-09, security.md 4.5). */
export interface Sandbox {
  /** Found out once, by really starting something in it, and then remembered. Never rejects. */
  state(): Promise<SandboxState>;
  /**
   * Where there is no sandbox the program comes back as it is, with kind `none`. That there is such a program has been
   * made sure of: bubblewrap reports a missing one as its own failure, with exit code 1.
   * @throws an error of the file system where the private folder cannot be made
   */
  wrap(unwrapped: Unwrapped): Promise<Wrapped>;
}
