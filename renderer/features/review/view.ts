import { create } from "zustand";
import type { TurnId } from "../../../shared/contract/index.ts";

interface ReviewView {
  /** Files whose diff is open, by turn and path: a card that was scrolled away comes back as it was. */
  readonly open: ReadonlySet<string>;
  /** The round of the last review that took the focus. */
  readonly answered: number;
}

/** What the person opened in reviews: choices of the window. */
export const useReviewView = create<ReviewView>(() => ({ open: new Set(), answered: 0 }));

const keyOf = (turnId: TurnId, path: string): string => `${turnId} ${path}`;

/** Whether the diff of a file is open. */
export const useIsOpen = (turnId: TurnId, path: string): boolean =>
  useReviewView(({ open }) => open.has(keyOf(turnId, path)));

/** Opens or closes the diff of a file. */
export const setOpen = (turnId: TurnId, path: string, isOpen: boolean): void =>
  useReviewView.setState((was) => {
    const open = new Set(was.open);
    if (isOpen) open.add(keyOf(turnId, path));
    else open.delete(keyOf(turnId, path));
    return { open };
  });
