import type { JsonObject, OAuthSettings } from "../../../../shared/contract/index.ts";

/** What is kept of a server's sign-in; values as the SDK gave them, its stamp of the issuer included. */
export interface Kept {
  readonly client?: JsonObject;
  readonly tokens?: JsonObject;
  /** Port of the callback the client is registered with. */
  readonly port?: number;
  /** Scopes asked for so far, separated by blanks. */
  readonly scope?: string;
}

/** Where {@link Kept} lives: the key store, one entry a server. */
export interface Keep {
  get(): Promise<Kept>;
  set(kept: Kept | null): Promise<void>;
}

/** How a server is signed in to, with the secrets from the key store. */
export interface AuthConfig extends OAuthSettings {
  readonly clientSecret?: string;
  readonly privateKeyPem?: string;
  readonly assertion?: string;
  readonly idpToken?: string;
}

/** Asks the person to open a page. Over when they refused, or when `signal` says that the page has answered. */
export type OpenPage = (url: string, signal: AbortSignal) => Promise<"opened" | "refused">;

/** Thrown where a person must sign in first. */
export class SignInNeeded extends Error {
  constructor(why: string) {
    super(why);
    this.name = "SignInNeeded";
  }
}

/** Thrown where a sign-in failed; the message is for the person. */
export class SignInFailed extends Error {
  constructor(why: string, cause?: unknown) {
    super(why, cause === undefined ? undefined : { cause });
    this.name = "SignInFailed";
  }
}
