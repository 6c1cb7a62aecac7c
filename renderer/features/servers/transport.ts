import type { ServerTransport } from "../../../shared/contract/index.ts";
import { commandLine } from "./definition.ts";

/** How a server is reached, in one line. */
export const transportText = (transport: ServerTransport): string => {
  switch (transport.kind) {
    case "stdio":
      return commandLine(transport.command, transport.args ?? []);
    case "http":
      return transport.url;
    case "bundled":
      return transport.name;
  }
};
