import type { Remark, ServerDefinition } from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";
import { isEntry, textIn, type Entry } from "./entry.ts";

type Transport = ServerDefinition["transport"];

const valuesIn = (value: unknown, say: (text: string) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isEntry(value) ? value : {})
      // null unsets a variable there; ours are unset unless given.
      .filter(([, one]) => one !== null && typeof one !== "object")
      .map(([name, one]) => [name, say(String(one))]),
  );

const isFilled = (values: object): boolean => Object.keys(values).length > 0;

const oauthOf = (entry: Entry, say: (text: string) => string) => {
  const auth = isEntry(entry["auth"]) ? entry["auth"] : {};
  const clientId = textIn(auth["CLIENT_ID"]);
  if (clientId === undefined) return {};
  const scopes = Array.isArray(auth["scopes"]) ? auth["scopes"].map(String).join(" ") : "";
  const clientSecret = textIn(auth["CLIENT_SECRET"]);
  return {
    oauth: {
      grant: "authorization_code" as const,
      clientId: say(clientId),
      ...(scopes === "" ? {} : { scope: scopes }),
      ...(clientSecret === undefined ? {} : { secrets: { clientSecret: say(clientSecret) } }),
    },
  };
};

const httpOf = (entry: Entry, url: string, say: (text: string) => string, notes: Remark[]): Transport => {
  const headers = valuesIn(entry["headers"], say);
  if (entry["headersHelper"] !== undefined) notes.push(remark("importHeaders"));
  return {
    kind: "http",
    url: say(url),
    ...(isFilled(headers) ? { headers } : {}),
    ...oauthOf(entry, say),
  };
};

/** How a server is reached, its texts put into our own words by `say`; null for what is no server. */
export const transportOf = (
  entry: Entry,
  say: (text: string) => string,
  notes: Remark[],
): Transport | null => {
  const url = textIn(entry["url"]) ?? textIn(entry["serverUrl"]) ?? textIn(entry["httpUrl"]);
  const command = textIn(entry["command"]);
  if (command === undefined || command === "")
    return url === undefined ? null : httpOf(entry, url, say, notes);
  const args = Array.isArray(entry["args"]) ? entry["args"].map((arg) => say(String(arg))) : [];
  const env = valuesIn(entry["env"], say);
  const cwd = textIn(entry["cwd"]);
  const envFile = textIn(entry["envFile"]);
  if (envFile !== undefined) notes.push(remark("importEnvFile", { file: envFile }));
  return {
    kind: "stdio",
    command: say(command),
    ...(args.length > 0 ? { args } : {}),
    ...(isFilled(env) ? { env } : {}),
    ...(cwd === undefined || cwd === "" ? {} : { cwd: say(cwd) }),
  };
};

/** Every text of a transport in which a place to fill in may stand. */
export const textsOf = (transport: Transport): string[] => {
  switch (transport.kind) {
    case "stdio":
      return [
        transport.command,
        ...(transport.args ?? []),
        ...Object.values(transport.env ?? {}),
        transport.cwd ?? "",
      ];
    case "http":
      return [
        transport.url,
        ...Object.values(transport.headers ?? {}),
        transport.oauth?.clientId ?? "",
        transport.oauth?.secrets?.clientSecret ?? "",
      ];
    case "bundled":
      return [];
  }
};
