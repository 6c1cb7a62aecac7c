export { hasHidden, revealAsText, revealHidden, type HiddenKind, type Piece } from "./hidden.ts";
export { HiddenMark } from "./HiddenMark.tsx";
export { Revealed } from "./Revealed.tsx";
export { reasonText } from "./reasonText.ts";
