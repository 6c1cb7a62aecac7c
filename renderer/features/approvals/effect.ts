import type { Approval } from "../../../shared/contract/index.ts";

/** What a call of the workspace's own file tools will do, and how it can be taken back: a text of the card, with its paths. */
export interface Effect {
  readonly key: "move" | "delete" | "createFolder" | "undoLast" | "undoPath" | "undoId";
  readonly path: string;
  readonly to: string;
}

const word = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Undefined for every other tool, for one of another server that bears the same name, and for arguments it cannot be read from. */
export const effectOf = ({ call, arguments: args }: Approval): Effect | undefined => {
  if (call.serverId?.startsWith("workspace:") !== true) return undefined;
  const path = word(args["path"]);
  const [from, to, id] = [word(args["from"]), word(args["to"]), word(args["id"])];
  const of = (key: Effect["key"], one: string, other = ""): Effect => ({ key, path: one, to: other });
  switch (call.tool) {
    case "move_path":
      return from === undefined || to === undefined ? undefined : of("move", from, to);
    case "delete_path":
      return path === undefined ? undefined : of("delete", path);
    case "create_folder":
      return path === undefined ? undefined : of("createFolder", path);
    case "undo_change":
      if (id !== undefined) return of("undoId", id);
      return path === undefined ? of("undoLast", "") : of("undoPath", path);
    default:
      return undefined;
  }
};
