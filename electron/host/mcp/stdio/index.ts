export { MAX_LINE_BYTES } from "./lines.ts";
export { StdioTransport, type Ending, type Launch, type TransportEvents } from "./transport.ts";
