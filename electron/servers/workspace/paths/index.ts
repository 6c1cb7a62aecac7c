export { displayName } from "./display.ts";
export { kindOf, refuseNoFolder } from "./kinds.ts";
export { isInside, lexicalPath, locate, locateToOpen, relativeName, type Place } from "./locate.ts";
export { checkSpelling } from "./names.ts";
export { refuseMissing } from "./neighbours.ts";
export { isPlaceholder, markPlaceholder, refuseHeld } from "./placeholder.ts";
export { gitArea, isProtectedPath } from "./protectedPaths.ts";
export { openRoot, type Root } from "./root.ts";
