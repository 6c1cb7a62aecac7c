export { parseAddress } from "./address.ts";
export { createPatientFetch } from "./patientFetch.ts";
export { HttpTransport, type Address } from "./transport.ts";
