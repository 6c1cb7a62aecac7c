import type { JsonObject } from "../../../../shared/contract/index.ts";
import { isJsonObject } from "../schema/index.ts";
import type { ChangedList } from "../types.ts";

/** What a server says without being asked. */
export type Announced =
  | { readonly kind: "changed"; readonly what: ChangedList }
  | { readonly kind: "updated"; readonly uri: string }
  | { readonly kind: "log"; readonly text: string };

const logged = ({ level, logger, data }: JsonObject): string => {
  const text = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
  const from = typeof logger === "string" && logger !== "" ? `${logger}: ` : "";
  return `[${typeof level === "string" ? level : "info"}] ${from}${text}`;
};

/** Reads a notification for what it means, whatever else is odd about it; null for one that means nothing to us. */
export const announcedIn = (method: string, given: unknown): Announced | null => {
  const params = isJsonObject(given) ? given : {};
  switch (method) {
    case "notifications/tools/list_changed":
      return { kind: "changed", what: "tools" };
    case "notifications/resources/list_changed":
    case "notifications/prompts/list_changed":
      return { kind: "changed", what: "offers" };
    case "notifications/resources/updated":
      return typeof params["uri"] === "string" ? { kind: "updated", uri: params["uri"] } : null;
    case "notifications/message":
      return { kind: "log", text: logged(params) };
    default:
      return null;
  }
};
