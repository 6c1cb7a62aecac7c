import { errors, jwtVerify, type JWTPayload } from "jose";
import type { Identity, Policy } from "../policy/index.ts";
import { createKeys, KeysUnavailable } from "./keys.ts";

/** Why a request has no identity, in words that hold nothing of the token. */
export class NotAuthenticated extends Error {
  /** False when the request carried no token at all. */
  readonly hasToken: boolean;

  constructor(message: string, hasToken = true) {
    super(message);
    this.name = "NotAuthenticated";
    this.hasToken = hasToken;
  }
}

/** Longer ones are no tokens. */
const mostTokenChars = 16_384;

function tokenOf(header: string | undefined): string {
  if (header === undefined) throw new NotAuthenticated("no bearer token was sent", false);
  const found = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(header)?.[1];
  if (found === undefined) throw new NotAuthenticated("the Authorization header is not: Bearer TOKEN");
  if (found.length > mostTokenChars) throw new NotAuthenticated("the token is too long");
  return found;
}

const dateOf = (seconds: unknown): string =>
  typeof seconds === "number" && Number.isFinite(seconds) && Math.abs(seconds) < 8.64e12
    ? new Date(seconds * 1_000).toISOString()
    : "an unknown time";

const claimProblems: Readonly<Record<string, string>> = {
  iss: "the token is from another issuer than this server accepts",
  aud: "the token is for another audience than this server",
  exp: "the token does not say when it expires",
  nbf: "the token is not valid yet",
  iat: "the token does not say when it was issued, or says a time to come",
  sub: "the token names no subject",
};

/** What was wrong with a token. Its claims are shown only where its signature proved true. */
function problemOf(error: unknown): Error {
  if (error instanceof errors.JWTExpired)
    return new NotAuthenticated(`the token expired at ${dateOf(error.payload.exp)}`);
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === "nbf")
      return new NotAuthenticated(`the token is not valid before ${dateOf(error.payload.nbf)}`);
    return new NotAuthenticated(
      claimProblems[error.claim] ?? `the token's claim ${error.claim} is not as it should be`,
    );
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return new NotAuthenticated("the token is signed by an algorithm that this server does not accept");
  if (error instanceof errors.JWKSNoMatchingKey)
    return new NotAuthenticated("the token is signed by a key that is not the issuer's");
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return new NotAuthenticated("the token does not say by which of the issuer's keys it is signed");
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return new NotAuthenticated("the token's signature does not fit");
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid)
    return new NotAuthenticated("this is not a signed JSON Web Token");
  if (error instanceof KeysUnavailable) return error;
  // What is left is about fetching or reading the key set.
  return new KeysUnavailable("The issuer's keys cannot be read now.", error);
}

function groupsOf(claim: unknown): string[] {
  if (typeof claim === "string") return [claim];
  return Array.isArray(claim) ? claim.filter((one) => typeof one === "string") : [];
}

function identityOf(payload: JWTPayload, auth: Policy["auth"]): Identity {
  const subject = payload[auth.identityClaim];
  if (typeof subject !== "string" || subject === "" || subject.length > 500)
    throw new NotAuthenticated(`the token's claim ${auth.identityClaim} names nobody`);
  const texts = Object.entries(payload).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return { subject, groups: groupsOf(payload[auth.groupsClaim]), claims: Object.fromEntries(texts) };
}

/** Checks the bearer tokens of requests. */
export type Authenticate = (header: string | undefined, auth: Policy["auth"]) => Promise<Identity>;

/**
 * Makes the check: signature by the issuer's keys, issuer, audience, expiry (which must be there) and start.
 * It rejects with NotAuthenticated, or with KeysUnavailable when nothing can be said about the token.
 */
export function createAuthenticate(): Authenticate {
  const keysOf = createKeys();
  return async (header, auth) => {
    const token = tokenOf(header);
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(token, keysOf(auth.jwks), {
        issuer: auth.issuer,
        audience: auth.audience,
        algorithms: auth.algorithms,
        clockTolerance: auth.clockToleranceSeconds,
        requiredClaims: ["exp"],
      }));
    } catch (error) {
      throw problemOf(error);
    }
    return identityOf(payload, auth);
  };
}
