/** One scenario of one release of the official suite. */
export interface Scenario {
  /** Name under which the suite's release is installed. */
  readonly suite: "conformance-2025" | "conformance-next";
  readonly name: string;
  readonly flags: readonly string[];
}

/** All client scenarios of 0.1.16. */
const first = [
  "initialize",
  "tools_call",
  "elicitation-sep1034-client-defaults",
  "sse-retry",
  "auth/metadata-default",
  "auth/metadata-var1",
  "auth/metadata-var2",
  "auth/metadata-var3",
  "auth/basic-cimd",
  "auth/scope-from-www-authenticate",
  "auth/scope-from-scopes-supported",
  "auth/scope-omitted-when-undefined",
  "auth/scope-step-up",
  "auth/scope-retry-limit",
  "auth/token-endpoint-auth-basic",
  "auth/token-endpoint-auth-post",
  "auth/token-endpoint-auth-none",
  "auth/pre-registration",
  "auth/2025-03-26-oauth-metadata-backcompat",
  "auth/2025-03-26-oauth-endpoint-fallback",
  "auth/resource-mismatch",
  "auth/offline-access-scope",
  "auth/offline-access-not-supported",
  "auth/client-credentials-jwt",
  "auth/client-credentials-basic",
  "auth/cross-app-access-complete-flow",
];

/** Of 0.2: what 2025-11-25 demands, and the extensions this client speaks. */
const next = [
  "initialize",
  "tools_call",
  "elicitation-sep1034-client-defaults",
  "sse-retry",
  "auth/metadata-default",
  "auth/metadata-var1",
  "auth/metadata-var2",
  "auth/metadata-var3",
  "auth/basic-cimd",
  "auth/scope-from-www-authenticate",
  "auth/scope-from-scopes-supported",
  "auth/scope-omitted-when-undefined",
  "auth/scope-step-up",
  "auth/scope-retry-limit",
  "auth/token-endpoint-auth-basic",
  "auth/token-endpoint-auth-post",
  "auth/token-endpoint-auth-none",
  "auth/pre-registration",
  "auth/client-credentials-jwt",
  "auth/client-credentials-basic",
  "auth/enterprise-managed-authorization",
  "auth/wif-jwt-bearer",
  "json-schema-2020-12-preservation",
];

/** Written for 2026-07-28, but of a client that speaks 2025-11-25 they ask the same. */
const forced = [
  "auth/authorization-server-migration",
  "auth/iss-supported",
  "auth/iss-not-advertised",
  "auth/iss-supported-missing",
  "auth/iss-wrong-issuer",
  "auth/iss-unexpected",
  "auth/iss-normalized",
  "auth/metadata-issuer-mismatch",
  "auth/offline-access-scope",
  "auth/offline-access-not-supported",
  "json-schema-ref-no-deref",
];

/** Every scenario that must pass, in the order it is run. */
export const suites: readonly Scenario[] = [
  ...first.map((name) => ({ suite: "conformance-2025" as const, name, flags: [] })),
  ...next.map((name) => ({ suite: "conformance-next" as const, name, flags: [] })),
  ...forced.map((name) => ({
    suite: "conformance-next" as const,
    name,
    flags: ["--spec-version", "2025-11-25", "--force"],
  })),
];
