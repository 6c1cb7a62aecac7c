import {
  applyEdits,
  modify,
  parseTree,
  getNodeValue,
  printParseErrorCode,
  type ParseError,
} from "jsonc-parser";
import { isDeepStrictEqual } from "node:util";

/** Servers by id, as the file holds them. */
export type ServerMap = Readonly<Record<string, unknown>>;

const EMPTY = `{
  // The MCP servers of Loopwright, by id. You may edit them here: what changes how a server is started is shown to you before
  // it starts again. Values of "env" and "headers" are kept in the key store and stand here empty; one that is written here is
  // moved there.
  "servers": {}
}
`;

const format = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: "\n" } };

export const isMap = (value: unknown): value is ServerMap =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The servers in a text, or where it is broken. */
export const readText = (
  text: string,
): { readonly servers: ServerMap } | { readonly line: number; readonly what: string } => {
  const errors: ParseError[] = [];
  const tree = parseTree(text.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined)
    return { line: text.slice(0, first.offset).split("\n").length, what: printParseErrorCode(first.error) };
  const root: unknown = tree === undefined ? undefined : getNodeValue(tree);
  if (!isMap(root) || !isMap(root["servers"]))
    return { line: 1, what: 'there is no "servers" with an object' };
  return { servers: root["servers"] };
};

/** The text with these servers; whatever did not change stays as it was written, comments included. */
export const writeText = (text: string | null, servers: ServerMap): string => {
  let next = text ?? EMPTY;
  const read = readText(next);
  const before = "servers" in read ? read.servers : {};
  if (!("servers" in read)) next = EMPTY;
  for (const id of Object.keys(before))
    if (!Object.hasOwn(servers, id))
      next = applyEdits(next, modify(next, ["servers", id], undefined, format));
  for (const [id, server] of Object.entries(servers))
    if (!isDeepStrictEqual(plain(before[id]), plain(server)))
      next = applyEdits(next, modify(next, ["servers", id], server, format));
  return next;
};

/** Without what JSON cannot say, such as a missing prototype. */
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
