export { SecretStore } from "./secretStore.ts";
export { systemCipher } from "./systemCipher.ts";
