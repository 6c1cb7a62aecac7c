export { Consents, needsConsent } from "./consents.ts";
export { configHashOf, Definitions, secretsOf, withoutValues, type StoredServer } from "./definitions.ts";
export { ServerSecrets } from "./secrets.ts";
