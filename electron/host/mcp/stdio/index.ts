export { StderrLines } from "./stderr.ts";
export { StdioTransport, type Ending, type Launch, type TransportEvents } from "./transport.ts";
