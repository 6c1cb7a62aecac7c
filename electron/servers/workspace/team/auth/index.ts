export { KeysUnavailable } from "./keys.ts";
export { createAuthenticate, NotAuthenticated, type Authenticate } from "./verify.ts";
