import type { OpenCall } from "./callTypes.ts";

/** Lets at most `width` tasks run at once; the others wait in order. */
export interface Gate {
  run<T>(task: () => Promise<T>): Promise<T>;
}

/** Makes a gate. */
export const createGate = (width: number): Gate => {
  let free = width;
  const queue: (() => void)[] = [];
  const enter = (): Promise<void> => {
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    return new Promise((resolve) => queue.push(resolve));
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else free++;
  };
  return {
    run: async (task) => {
      await enter();
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
};

/** Orders the calls of one step that may need each other. */
export interface Lanes {
  /** Starts `task` at once and hands it the promise of its turn: it settles when every earlier call that this one must follow has ended. */
  enter<T>(call: Omit<OpenCall, "turnToRun">, task: (turnToRun: Promise<unknown>) => Promise<T>): Promise<T>;
}

const pathOf = (call: Pick<OpenCall, "args">): string | null => {
  const value = call.args["path"];
  return typeof value === "string" ? value.replace(/^\.\//, "").replace(/\/$/, "") : null;
};

const isWithin = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

/**
 * Which earlier siblings a call must follow: none for a read; for a change those of the same file (its reads too: what is changed must
 * have been read, LOOP-09), of a folder around or in it, and every command; for a command and anything unknown every earlier change and command (LOOP-06: what waits for a person holds back only what needs its result).
 */
export const mustFollow = (
  earlier: Omit<OpenCall, "turnToRun">,
  later: Omit<OpenCall, "turnToRun">,
): boolean => {
  if (later.severity === "L1") return false;
  if (earlier.severity === "L1")
    return later.entry.canPreview && pathOf(earlier) !== null && pathOf(earlier) === pathOf(later);
  if (!earlier.entry.canPreview || !later.entry.canPreview) return true;
  // A change that does not name its one path (a move, an undo) may concern any other.
  const [first, second] = [pathOf(earlier), pathOf(later)];
  return first === null || second === null || isWithin(first, second) || isWithin(second, first);
};

/** Starts with no calls. */
export const lanes = (): Lanes => {
  const entered: { call: Omit<OpenCall, "turnToRun">; done: Promise<unknown> }[] = [];
  return {
    enter: (call, task) => {
      const before = entered.filter((item) => mustFollow(item.call, call)).map((item) => item.done);
      const running = task(Promise.allSettled(before));
      entered.push({ call, done: running });
      return running;
    },
  };
};
