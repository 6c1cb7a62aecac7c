export { parseAddress } from "./address.ts";
export { explainTrouble } from "./failures.ts";
export { createPatientFetch, sending } from "./patientFetch.ts";
export { OpenRequests } from "./requests.ts";
export { HttpTransport, type Address } from "./transport.ts";
