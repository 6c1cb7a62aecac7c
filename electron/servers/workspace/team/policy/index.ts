export { grantsFor, permitsOf, type Identity } from "./grants.ts";
export { parsePolicy } from "./parse.ts";
export type { Grant, Policy } from "./schema.ts";
export { BadPolicy, openPolicy, type PolicyState, type PolicyStore } from "./store.ts";
