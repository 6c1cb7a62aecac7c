import { memo } from "react";
import { revealHidden } from "./hidden.ts";
import { HiddenMark } from "./HiddenMark.tsx";

/** A text of unknown origin with nothing in it left unseen. `isStrict` also names padding and letters that pose as others. */
export const Revealed = memo(
  ({ text, isStrict = false }: { readonly text: string; readonly isStrict?: boolean }) => {
    const pieces = revealHidden(text, { isStrict });
    return pieces.map((piece, at) =>
      piece.kind === "text" ? (
        piece.text
      ) : (
        <HiddenMark key={at} kind={piece.kind} label={piece.label} count={piece.count} />
      ),
    );
  },
);
Revealed.displayName = "Revealed";
