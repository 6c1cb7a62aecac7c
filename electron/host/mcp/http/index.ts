export { parseAddress } from "./address.ts";
export { HttpTransport, type Address } from "./transport.ts";
