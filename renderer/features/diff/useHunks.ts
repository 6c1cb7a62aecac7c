import { useRef, useState, type RefObject } from "react";
import type { Hunk } from "../../../shared/contract/index.ts";
import type { DiffControl } from "./DiffView.tsx";

/** The hunks of one diff and which of them is the current one. */
export interface Hunks {
  readonly all: readonly Hunk[];
  /** Index of the current one. */
  readonly at: number;
  readonly current: Hunk | undefined;
  /** Moves to the next or the previous one, round at the ends. */
  readonly go: (by: 1 | -1) => void;
  /** Gives the diff: `control` and `onHunks`. */
  readonly props: {
    readonly control: RefObject<DiffControl | null>;
    readonly onHunks: (hunks: readonly Hunk[]) => void;
  };
  readonly restore: (hunk: Hunk) => void;
}

/** Follows the hunks of a {@link DiffView}; the current one is marked where there are several. */
export const useHunks = (): Hunks => {
  const control = useRef<DiffControl>(null);
  const [all, setAll] = useState<readonly Hunk[]>([]);
  const [chosen, setChosen] = useState(0);
  const at = Math.max(0, Math.min(chosen, all.length - 1));
  const mark = (hunks: readonly Hunk[], index: number, isShown: boolean): void =>
    control.current?.mark(hunks.length > 1 ? hunks[index] : undefined, isShown);
  return {
    all,
    at,
    current: all[at],
    go: (by) => {
      if (all.length === 0) return;
      const next = (at + by + all.length) % all.length;
      setChosen(next);
      mark(all, next, true);
    },
    props: {
      control,
      onHunks: (hunks) => {
        setAll(hunks);
        mark(hunks, Math.max(0, Math.min(chosen, hunks.length - 1)), false);
      },
    },
    restore: (hunk) => control.current?.restore(hunk),
  };
};
