import type { ServerDefinition } from "../contract/index.ts";

type Transport = ServerDefinition["transport"];

const asked = /\$\{input:([^}]+)\}/g;
/** What nothing here can fill in. */
const unknownPlace =
  /\$\{(?!(?:env:|(?:userHome|workspaceFolder|workspaceFolderBasename)\}))[a-zA-Z]+(?::[^}]*)?\}/;
const anyPlace = /\$\{[a-zA-Z]+(?::[^}]*)?\}/;

const each = (
  values: Readonly<Record<string, string>>,
  put: (text: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, put(text)]));

/** Every text of a transport in which a place may stand, changed by `put`. */
const withTexts = (transport: Transport, put: (text: string) => string): Transport => {
  switch (transport.kind) {
    case "stdio":
      return {
        ...transport,
        command: put(transport.command),
        ...(transport.args === undefined ? {} : { args: transport.args.map(put) }),
        ...(transport.env === undefined ? {} : { env: each(transport.env, put) }),
        ...(transport.cwd === undefined ? {} : { cwd: put(transport.cwd) }),
      };
    case "http":
      return {
        ...transport,
        url: put(transport.url),
        ...(transport.headers === undefined ? {} : { headers: each(transport.headers, put) }),
      };
    case "bundled":
      return transport;
  }
};

/** What became of a definition's places: `isFilled` when none is left that stops the start. */
export interface FilledPlaces {
  readonly definition: ServerDefinition;
  readonly isFilled: boolean;
}

/**
 * Puts what a person filled in into the places `${input:key}` of a definition; an empty value leaves its place, which stops
 * the start. Where no place is left, nothing is filled in at a start, so that a value means what was typed.
 */
export const fillPlaces = (
  definition: ServerDefinition,
  values: Readonly<Record<string, string>>,
): FilledPlaces => {
  let isFilled = true;
  let hasOthers = false;
  const valueOf = (key: string): string => (Object.hasOwn(values, key) ? (values[key] ?? "") : "");
  const put = (text: string): string => {
    const left = text.replace(asked, (whole, key: string) => (valueOf(key) === "" ? whole : ""));
    isFilled &&= !unknownPlace.test(left);
    hasOthers ||= anyPlace.test(left);
    return text.replace(asked, (whole, key: string) => (valueOf(key) === "" ? whole : valueOf(key)));
  };
  const { fillsIn, ...rest } = definition;
  const transport = withTexts(definition.transport, put);
  return {
    definition: { ...rest, transport, ...(fillsIn === true && hasOthers ? { fillsIn } : {}) },
    isFilled,
  };
};
