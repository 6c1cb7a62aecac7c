/** One scenario of one release of the official suite. */
export interface Scenario {
  /** Name under which the suite's release is installed. */
  readonly suite: "conformance-2025" | "conformance-next";
  readonly name: string;
  readonly flags: readonly string[];
}

const basic = ["initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry"];

/** A person signs in. */
const person = [
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
];

const offline = ["auth/offline-access-scope", "auth/offline-access-not-supported"];

const issuers = [
  "auth/authorization-server-migration",
  "auth/iss-supported",
  "auth/iss-not-advertised",
  "auth/iss-supported-missing",
  "auth/iss-wrong-issuer",
  "auth/iss-unexpected",
  "auth/iss-normalized",
  "auth/metadata-issuer-mismatch",
];

/** Nobody is asked: by a secret or a key, and by an assertion. */
const credentials = ["auth/client-credentials-jwt", "auth/client-credentials-basic"];
const assertions = ["auth/enterprise-managed-authorization", "auth/wif-jwt-bearer"];

/** All client scenarios of 0.1.16. */
const first = [
  ...basic,
  ...person,
  "auth/2025-03-26-oauth-metadata-backcompat",
  "auth/2025-03-26-oauth-endpoint-fallback",
  "auth/resource-mismatch",
  ...offline,
  ...credentials,
  "auth/cross-app-access-complete-flow",
];

/** Of 0.2: what 2025-11-25 demands, and the extensions this client speaks. */
const next = [...basic, ...person, ...credentials, ...assertions, "json-schema-2020-12-preservation"];

/** Written for 2026-07-28, but of a client that speaks 2025-11-25 they ask the same. */
const forced = [...issuers, ...offline, "json-schema-ref-no-deref"];

/** All scored client scenarios of 2026-07-28, and the extensions this client speaks. */
const stateless = [
  "tools_call",
  "request-metadata",
  ...person,
  "auth/resource-mismatch",
  ...offline,
  ...issuers,
  "sep-2322-client-request-state",
  "http-standard-headers",
  "http-custom-headers",
  "http-invalid-tool-headers",
  "json-schema-ref-no-deref",
  ...credentials,
  ...assertions,
  "json-schema-2020-12-preservation",
];

const now = ["--spec-version", "2026-07-28"];

/** Runs with one check left out (see mutations.ts): each must fail, or the suite does not see that check. */
export const controls: readonly (Scenario & { readonly control: string })[] = [
  {
    control: "no-form-defaults",
    suite: "conformance-2025",
    name: "elicitation-sep1034-client-defaults",
    flags: [],
  },
  { control: "no-pkce", suite: "conformance-2025", name: "auth/metadata-default", flags: [] },
  { control: "no-step-up", suite: "conformance-2025", name: "auth/scope-step-up", flags: [] },
  { control: "no-scope-union", suite: "conformance-next", name: "auth/scope-step-up", flags: now },
  { control: "no-iss-check", suite: "conformance-next", name: "auth/iss-wrong-issuer", flags: now },
  { control: "no-iss-check", suite: "conformance-next", name: "auth/iss-supported-missing", flags: now },
  { control: "no-headers", suite: "conformance-next", name: "http-standard-headers", flags: now },
  { control: "no-headers", suite: "conformance-next", name: "http-custom-headers", flags: now },
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
  ...stateless.map((name) => ({
    suite: "conformance-next" as const,
    name,
    flags: now,
  })),
];
