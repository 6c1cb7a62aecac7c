/** The scheme of links that bring a server's definition. */
export const SCHEME = "loopwright";

/** Longest link that is read, in characters; it is also more than any system passes on. */
const MAX_CHARS = 8192;

/** What a text that came to the app as a link is: a definition as JSON text, or why it is refused. */
export type Link = { readonly config: string } | { readonly problem: "tooLong" | "malformed" | "unknown" };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const known = new Set(["name", "command", "args", "env", "cwd", "url", "headers", "type"]);

/** One server, written as JSON in base64 or base64url; nothing else, so that what is shown is all there is. */
const definitionIn = (given: string): Readonly<Record<string, unknown>> | null => {
  // A space is what a "+" becomes in a query.
  const text = given.replaceAll(" ", "+");
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return null;
  try {
    const bytes = Buffer.from(text, "base64url");
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (!isObject(value) || !Object.keys(value).every((key) => known.has(key))) return null;
    const has = (key: string): boolean => typeof value[key] === "string" && value[key] !== "";
    return has("command") === has("url") ? null : value;
  } catch {
    return null;
  }
};

const urlOf = (text: string): URL | null => {
  try {
    return new URL(text);
  } catch {
    return null;
  }
};

const parsed = (text: string): URL | null => {
  const url = urlOf(text);
  if (url?.protocol !== `${SCHEME}:` || url.username !== "" || url.password !== "") return null;
  return url.port === "" && url.hash === "" ? url : null;
};

/**
 * Reads an install link, `loopwright://install-server?name=NAME&config=BASE64(JSON)`; null for a text that is no link of
 * ours. A link only ever fills a consent page in (SEC-LINK-01).
 */
export const parseLink = (text: string): Link | null => {
  if (
    !text
      .slice(0, SCHEME.length + 1)
      .toLowerCase()
      .startsWith(`${SCHEME}:`)
  )
    return null;
  if (text.length > MAX_CHARS) return { problem: "tooLong" };
  const url = parsed(text);
  if (url === null) return { problem: "malformed" };
  if (url.host !== "install-server" || !["", "/"].includes(url.pathname)) return { problem: "unknown" };
  const names = [...url.searchParams.keys()];
  if (new Set(names).size !== names.length || !names.every((name) => ["name", "config"].includes(name)))
    return { problem: "malformed" };
  const definition = definitionIn(url.searchParams.get("config") ?? "");
  if (definition === null) return { problem: "malformed" };
  const name = url.searchParams.get("name");
  return { config: JSON.stringify(name === null ? definition : { ...definition, name: name.slice(0, 200) }) };
};
