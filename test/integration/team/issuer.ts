import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";

/** What a token is made of; what is left out is as it should be. */
export interface TokenOptions {
  readonly issuer?: string;
  readonly audience?: string;
  /** Seconds from now; null for a token that never expires. */
  readonly expiresIn?: number | null;
  readonly notBeforeIn?: number;
  readonly claims?: JWTPayload;
  /** Signed by a key that the issuer does not show. */
  readonly isForged?: boolean;
}

/** An issuer of tokens with real keys, whose key set is served over HTTP on this machine. */
export interface Issuer extends AsyncDisposable {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  /** What its key set holds, for a file or the policy itself. */
  readonly jwks: { readonly keys: Record<string, unknown>[] };
  token(subject: string, options?: TokenOptions): Promise<string>;
  /** Adds a key and signs by it from now on. */
  rotate(): Promise<void>;
  /** Makes the key set unreachable. */
  stop(): Promise<void>;
}

const algorithm = "ES256";

/** Starts an issuer. */
export async function startIssuer(): Promise<Issuer> {
  const keys: Record<string, unknown>[] = [];
  const addKey = async (): Promise<{ kid: string; privateKey: CryptoKey }> => {
    const pair = await generateKeyPair(algorithm, { extractable: true });
    const kid = `key-${keys.length + 1}`;
    keys.push({ ...(await exportJWK(pair.publicKey)), kid, alg: algorithm, use: "sig" });
    return { kid, privateKey: pair.privateKey };
  };
  let current = await addKey();
  const forged = await generateKeyPair(algorithm);
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const audience = "https://workspace.example.test/mcp";
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    issuer: base,
    audience,
    jwksUrl: `${base}/jwks.json`,
    jwks: { keys },
    token: async (subject, options = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      const jwt = new SignJWT({ ...options.claims, sub: subject })
        .setProtectedHeader({ alg: algorithm, kid: current.kid })
        .setIssuer(options.issuer ?? base)
        .setAudience(options.audience ?? audience)
        .setIssuedAt();
      if (options.expiresIn !== null) jwt.setExpirationTime(now + (options.expiresIn ?? 3_600));
      if (options.notBeforeIn !== undefined) jwt.setNotBefore(now + options.notBeforeIn);
      return await jwt.sign(options.isForged === true ? forged.privateKey : current.privateKey);
    },
    rotate: async () => {
      current = await addKey();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
