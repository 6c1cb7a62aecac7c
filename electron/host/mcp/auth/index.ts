export { keptFor } from "./keptFor.ts";
export { ServerAuth } from "./serverAuth.ts";
export {
  SignInFailed,
  SignInNeeded,
  whyOf,
  type AuthConfig,
  type Keep,
  type Kept,
  type OpenPage,
} from "./types.ts";
