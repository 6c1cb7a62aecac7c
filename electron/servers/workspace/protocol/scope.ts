import type { Root } from "../paths/index.ts";
import { localGuard, type ChangeGuard } from "./guard.ts";

/** What the person behind a call may do; a local server allows everything inside its root (TOOL-10). */
export interface Permits {
  /** @param rel path relative to the root, with `/` */
  mayWrite(rel: string): boolean;
  /** @param program as it was asked for, a bare name or a path */
  mayRun(program: string): boolean;
  /** Shell lines can start any program, so they are allowed or not as a whole. */
  readonly mayRunShell: boolean;
  /** Whether a command may be given the network where there is a sandbox. */
  readonly mayUseNetwork: boolean;
}

/**
 * One workspace as one user sees it. It lives as long as the server over stdio; in team mode there is one for each
 * project and identity. What a room keeps for it hangs on `perScope`.
 */
export interface Scope {
  readonly root: Root;
  /** Marks every process of this scope, so that all can be found and ended. */
  readonly serverMark: string;
  /**
   * A folder outside the root for what must outlive the server. Whoever writes there creates it first, for its owner
   * alone (mode 0700).
   */
  readonly stateFolder: string;
  /** What the environment of commands is made from. */
  readonly environment: NodeJS.ProcessEnv;
  readonly permits: Permits;
  /** Whether commands run in an OS sandbox where there is one (GOV-09). */
  readonly sandbox: "auto" | "off";
  /** Keeps changes of one file apart from those of other processes. */
  readonly guard: ChangeGuard;
  /** Runs `end` when the scope ends, last registered first. It must not wait: the process may be about to exit. */
  onEnd(end: () => void): void;
  /** Ends it; safe to repeat. Never throws. */
  end(): void;
}

/** Everything inside the root, and every program. */
const localPermits: Permits = {
  mayWrite: () => true,
  mayRun: () => true,
  mayRunShell: true,
  mayUseNetwork: true,
};

/** Opens a scope; the caller ends it. */
export function createScope(
  options: Pick<Scope, "root" | "serverMark" | "stateFolder"> &
    Partial<Pick<Scope, "environment" | "permits" | "sandbox" | "guard">>,
): Scope {
  let ends: (() => void)[] = [];
  return {
    root: options.root,
    serverMark: options.serverMark,
    stateFolder: options.stateFolder,
    environment: options.environment ?? process.env,
    permits: options.permits ?? localPermits,
    sandbox: options.sandbox ?? "auto",
    guard: options.guard ?? localGuard,
    onEnd: (end) => {
      ends.push(end);
    },
    end: () => {
      const all = ends.reverse();
      ends = [];
      for (const end of all) {
        try {
          end();
        } catch (error) {
          process.stderr.write(`loopwright-workspace: ${String(error)}\n`);
        }
      }
    },
  };
}

/** One `T` for each scope, made when it is first asked for: how a room keeps state without anybody else knowing of it. */
export function perScope<T>(create: (scope: Scope) => T): (scope: Scope) => T {
  const made = new WeakMap<Scope, { readonly value: T }>();
  return (scope) => {
    const known = made.get(scope);
    if (known !== undefined) return known.value;
    const value = create(scope);
    made.set(scope, { value });
    return value;
  };
}
