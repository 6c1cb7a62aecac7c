export { readOffers, type Ask } from "./offers.ts";
