export { Teams } from "./teams.ts";
