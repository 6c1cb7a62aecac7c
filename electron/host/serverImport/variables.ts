import { sep } from "node:path";

/**
 * Places to fill in inside a server's definition. Every client writes them its own way; here they are `${env:NAME}`,
 * `${env:NAME:-default}`, `${userHome}` and `${workspaceFolder}`, filled in at each start, never before (MCP-05).
 */
export type Dialect = "literal" | "shell" | "named" | "any";

const shellVariable = /\$\{([A-Za-z_][A-Za-z0-9_]*)(:-([^}]*))?\}/g;

const bare = new Set(["userHome", "workspaceFolder", "workspaceFolderBasename"]);

/**
 * A text of another client in our own words: `shell` is `${NAME}` and `${NAME:-default}`, `named` our own with aliases,
 * `any` both (of a pasted text nobody knows where it comes from).
 */
export const translate = (text: string, dialect: Dialect): string => {
  switch (dialect) {
    case "literal":
      return text;
    case "any":
      return translate(translate(text, "named"), "shell");
    case "shell":
      return text.replace(
        shellVariable,
        (whole, name: string, _rest: string | undefined, preset: string | undefined) =>
          bare.has(name) ? whole : preset === undefined ? `\${env:${name}}` : `\${env:${name}:-${preset}}`,
      );
    case "named":
      return text.replaceAll("${/}", sep).replaceAll("${pathSeparator}", sep);
  }
};

const place = /\$\{([a-zA-Z]+)(?::([^}]*))?\}/g;
const known = new Set(["env", "userHome", "workspaceFolder", "workspaceFolderBasename"]);

/** Kinds of places in a text that nothing here can fill in, such as `input:token`; each once. */
export const unfillable = (text: string): string[] => {
  const found = [...text.matchAll(place)]
    .filter(([, kind]) => !known.has(kind ?? ""))
    .map(([whole]) => whole.slice(2, -1));
  return [...new Set(found)];
};

/** Whether a text has places: those of ours are filled in at the start, others stop it. */
export const hasPlaces = (text: string): boolean => text.search(place) >= 0;
