import type { JsonObject, OAuthSettings } from "../../../../shared/contract/index.ts";

/** What is kept of a server's sign-in; values as the SDK gave them, its stamp of the issuer included. */
export interface Kept {
  readonly client?: JsonObject;
  readonly tokens?: JsonObject;
  /** Port of the callback the client is registered with. */
  readonly port?: number;
  /** Scopes asked for so far, separated by blanks. */
  readonly scope?: string;
  /** What it was got for, see {@link keptFor}. */
  readonly of?: string;
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
  /** False where the server wants a sign-in, but does not say where: it may want a key instead. */
  readonly isAnnounced: boolean;

  constructor(isAnnounced = true) {
    super("A person must sign in.");
    this.name = "SignInNeeded";
    this.isAnnounced = isAnnounced;
  }
}

/** Why a sign-in failed, as languages other than English name it (`errors.signInWhy.<name>`), and what fills it in. */
export interface Why {
  readonly name: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Thrown where a sign-in failed; the message is for the person. */
export class SignInFailed extends Error {
  readonly why: Why;

  constructor(message: string, why: Why) {
    super(message);
    this.name = "SignInFailed";
    this.why = why;
  }
}

/** What a failure says of why a sign-in failed; the words of others are passed on as they are. */
export const whyOf = (error: unknown): Record<string, string | number> => {
  const why = error instanceof Error ? error.message : String(error);
  if (!(error instanceof SignInFailed)) return { why, whyName: "said" };
  return { ...error.why.params, why, whyName: error.why.name };
};
