export { createKeys, type Keys, type MainSecrets } from "./keys.ts";
export { createRedactor, type Redactor } from "./redact.ts";
