export { fillOption } from "./fillOption.ts";
export { fillPlaces } from "./fillPlaces.ts";
