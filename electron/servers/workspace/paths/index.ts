export { displayName } from "./display.ts";
export { isInside, locate, relativeName, type Place } from "./locate.ts";
export { checkSpelling } from "./names.ts";
export { refuseMissing } from "./neighbours.ts";
export { isPlaceholder, markPlaceholder, refuseHeld } from "./placeholder.ts";
export { gitArea, isProtectedPath } from "./protectedPaths.ts";
export { openRoot, type Root } from "./root.ts";
