import path from "node:path";
import picomatch from "picomatch";
import { z } from "zod";

const asymmetric = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
] as const;

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === "https:" || (url.protocol === "http:" && loopbackHosts.has(url.hostname));
}

const safeUrl = z.string().refine(isSafeUrl, "must be an https URL, or http on this machine itself");
const someText = z.string().min(1).max(500);
const projectName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    "must be 1 to 64 of A-Z a-z 0-9 . _ - and start with a letter or digit",
  );
const glob = someText.refine((text) => {
  try {
    picomatch(text.replace(/^!/, ""));
    return !path.isAbsolute(text) && !text.split("/").includes("..");
  } catch {
    return false;
  }
}, "must be a glob relative to the project's root, with / and without ..");

const jwks = z.union(
  [
    z.strictObject({ url: safeUrl }),
    z.strictObject({ file: someText }),
    z.strictObject({ keys: z.array(z.record(z.string(), z.unknown())).min(1) }),
  ],
  "must be one of {url}, {file} and {keys: […]}",
);

const auth = z.strictObject({
  issuer: someText,
  audience: z.union([someText, z.array(someText).min(1)]),
  jwks,
  algorithms: z
    .array(z.enum(asymmetric))
    .min(1)
    .default([...asymmetric]),
  clockToleranceSeconds: z.int().min(0).max(120).default(10),
  identityClaim: someText.default("sub"),
  groupsClaim: someText.default("groups"),
});

const limits = z.strictObject({
  atOnce: z.int().min(1).max(256).default(16),
  perIdentityAtOnce: z.int().min(1).max(256).optional(),
  queued: z.int().min(0).max(10_000).default(64),
  queueMs: z.int().min(1).max(600_000).default(30_000),
  bodyBytes: z
    .int()
    .min(1_024)
    .max(64 * 1024 * 1024)
    .default(16 * 1024 * 1024),
  requestMs: z.int().min(100).max(600_000).default(30_000),
  connections: z.int().min(1).max(100_000).default(1_024),
  drainMs: z.int().min(0).max(600_000).default(20_000),
});

const http = z.strictObject({
  publicUrl: safeUrl.optional(),
  allowedHosts: z.array(someText).default([]),
  allowedOrigins: z.array(someText).default([]),
});

const project = z.strictObject({
  root: someText,
  environment: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string()).default({}),
});

const match = z.union(
  [
    z.strictObject({ subject: someText }),
    z.strictObject({ group: someText }),
    z.strictObject({ claim: someText, value: someText }),
  ],
  "must be one of {subject}, {group} and {claim, value}",
);

const grant = z.strictObject({
  write: z.array(glob).default([]),
  programs: z.array(someText).default([]),
  shell: z.boolean().default(false),
  network: z.boolean().default(false),
});

const identity = z.strictObject({ match, projects: z.record(projectName, grant) });

/** The policy file of a team server. What it does not say is not allowed. */
export const policySchema = z.strictObject({
  version: z.literal(1),
  auth,
  http: http.prefault({}),
  limits: limits.prefault({}),
  projects: z.record(projectName, project),
  identities: z.array(identity),
});

/** A policy as it counts: defaults filled in, roots and files absolute. */
export type Policy = z.output<typeof policySchema>;
/** What one rule lets an identity do in one project. */
export type Grant = z.output<typeof grant>;
/** Whom a rule is about. */
export type Match = z.output<typeof match>;
