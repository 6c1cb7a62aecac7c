import type { OAuthSettings, ServerDefinition, ServerInfo } from "../../../shared/contract/index.ts";
import { parsedUrl } from "../../format/index.ts";

/** A name with a value that is kept as a secret. */
export interface Pair {
  readonly name: string;
  readonly value: string;
}

/** Ways to sign in at an address that the form can set up. `page` is the usual one: a person signs in where the server asks for it. */
export type Grant = OAuthSettings["grant"];

/** How to sign in, as typed. Secrets of a stored server are not known here and stay as they are unless typed anew. */
export interface SignInFields {
  readonly grant: Grant;
  readonly clientId: string;
  readonly scope: string;
  readonly issuer: string;
  readonly clientSecret: string;
  readonly privateKeyPem: string;
  /** What is stored beyond these fields, and the names of stored secrets. */
  readonly stored: OAuthSettings | undefined;
}

/** The form as it is typed: fields of the other kind keep what was typed. Values of variables and headers of a stored server are not known here and stay as they are unless typed anew. */
export interface ServerFields {
  readonly name: string;
  readonly kind: "stdio" | "http";
  readonly command: string;
  /** One argument a line, taken as it stands: no shell reads it. */
  readonly argsText: string;
  /** The arguments of a stored server as they are: one with a line break in it has no line of its own. */
  readonly storedArgs?: readonly string[];
  readonly env: readonly Pair[];
  readonly cwd: string;
  readonly url: string;
  readonly headers: readonly Pair[];
  readonly signIn: SignInFields;
  readonly isTrusted: boolean;
  /** Whether the server may know of the open folders. */
  readonly sharesRoots: boolean;
  /** How long a call may take, in seconds, as typed; empty: the usual limit. */
  readonly seconds: string;
}

const emptySignIn: SignInFields = {
  grant: "authorization_code",
  clientId: "",
  scope: "",
  issuer: "",
  clientSecret: "",
  privateKeyPem: "",
  stored: undefined,
};

export const emptyFields: ServerFields = {
  name: "",
  kind: "stdio",
  command: "",
  argsText: "",
  env: [],
  cwd: "",
  url: "",
  headers: [],
  signIn: emptySignIn,
  isTrusted: false,
  sharesRoots: false,
  seconds: "",
};

const signInOf = (stored: OAuthSettings | undefined): SignInFields =>
  stored === undefined
    ? emptySignIn
    : {
        ...emptySignIn,
        grant: stored.grant,
        clientId: stored.clientId ?? "",
        scope: stored.scope ?? "",
        issuer: stored.issuer ?? "",
        stored,
      };

const pairsOf = (values: Readonly<Record<string, string>> = {}): Pair[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

/** The form of a stored server. Values of `env` and `headers` come back as names only. */
export const fieldsOf = (server: ServerInfo): ServerFields => {
  const { transport } = server;
  const common = {
    ...emptyFields,
    name: server.name,
    isTrusted: server.isTrusted,
    sharesRoots: server.sharesRoots === true,
    seconds: server.callTimeoutMs === undefined ? "" : String(server.callTimeoutMs / 1000),
  };
  if (transport.kind === "bundled") return common;
  if (transport.kind === "http")
    return {
      ...common,
      kind: "http",
      url: transport.url,
      headers: pairsOf(transport.headers),
      signIn: signInOf(transport.oauth),
    };
  return {
    ...common,
    command: transport.command,
    argsText: (transport.args ?? []).join("\n"),
    ...(transport.args === undefined ? {} : { storedArgs: transport.args }),
    env: pairsOf(transport.env),
    cwd: transport.cwd ?? "",
  };
};

type Problem = "needed" | "badName" | "badEnv" | "badUrl" | "badHeader" | "badSeconds";
export type FieldErrors = Partial<
  Record<"name" | "command" | "env" | "url" | "headers" | "clientId" | "issuer" | "seconds", Problem>
>;

const okName = /^[A-Za-z0-9][A-Za-z0-9 _.-]*$/u;
const okEnv = /^[A-Za-z_][A-Za-z0-9_]*$/u;
const okHeader = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u;

const nameProblem = (name: string): FieldErrors => {
  if (name.trim() === "") return { name: "needed" };
  return okName.test(name.trim()) ? {} : { name: "badName" };
};

const isOdd = (pairs: readonly Pair[], okay: RegExp): boolean =>
  pairs.some(({ name }) => name.trim() !== "" && !okay.test(name.trim()));

const urlProblem = (url: string): FieldErrors => {
  if (url.trim() === "") return { url: "needed" };
  return /^https?:\/\/[^/]/iu.test(url.trim()) && parsedUrl(url.trim()) !== undefined
    ? {}
    : { url: "badUrl" };
};

const signInProblem = ({ grant, clientId, issuer }: SignInFields): FieldErrors => ({
  // Nobody is there to register a client or to see where the credentials go.
  ...(grant !== "authorization_code" && clientId.trim() === "" ? { clientId: "needed" as const } : {}),
  ...(issuer.trim() !== "" && urlProblem(issuer).url !== undefined ? { issuer: "badUrl" as const } : {}),
});

/** What the host takes: from a second to an hour. */
const isLimit = (seconds: string): boolean =>
  /^\d{1,4}(\.\d{1,3})?$/.test(seconds.trim()) && Number(seconds) >= 1 && Number(seconds) <= 3600;

/** What keeps the form from being sent, per field; the host looks closer. */
export const fieldErrors = ({
  name,
  kind,
  command,
  env,
  url,
  headers,
  signIn,
  seconds,
}: ServerFields): FieldErrors => ({
  ...nameProblem(name),
  ...(kind === "stdio" && command.trim() === "" ? { command: "needed" as const } : {}),
  ...(kind === "stdio" && isOdd(env, okEnv) ? { env: "badEnv" as const } : {}),
  ...(kind === "http" ? urlProblem(url) : {}),
  ...(kind === "http" && isOdd(headers, okHeader) ? { headers: "badHeader" as const } : {}),
  ...(kind === "http" ? signInProblem(signIn) : {}),
  ...(seconds.trim() === "" || isLimit(seconds) ? {} : { seconds: "badSeconds" as const }),
});

const argumentsIn = ({ argsText: text, storedArgs }: ServerFields): readonly string[] => {
  if (storedArgs?.join("\n") === text) return storedArgs;
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  return lines.filter((line) => line !== "");
};

const valuesOf = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(
    pairs.filter((pair) => pair.name.trim() !== "").map((pair) => [pair.name.trim(), pair.value]),
  );

const isEmpty = (values: object): boolean => Object.keys(values).length === 0;

/** What was typed, over what is stored; undefined where the plain way of signing in is left as it is. */
const oauthOf = ({ stored, grant, ...typed }: SignInFields): OAuthSettings | undefined => {
  const { clientId: _id, scope: _scope, issuer: _issuer, secrets: kept, ...more } = stored ?? {};
  const filled = (value: string): string | undefined => (value.trim() === "" ? undefined : value.trim());
  const texts = Object.fromEntries(
    Object.entries({
      clientId: filled(typed.clientId),
      scope: filled(typed.scope),
      issuer: filled(typed.issuer),
    }).filter(([, value]) => value !== undefined),
  );
  const secrets = {
    ...kept,
    ...(typed.clientSecret === "" ? {} : { clientSecret: typed.clientSecret }),
    ...(typed.privateKeyPem === "" ? {} : { privateKeyPem: typed.privateKeyPem }),
  };
  const isPlain =
    stored === undefined && grant === "authorization_code" && isEmpty(texts) && isEmpty(secrets);
  return isPlain ? undefined : { ...more, grant, ...texts, ...(isEmpty(secrets) ? {} : { secrets }) };
};

const transportOf = (fields: ServerFields): ServerDefinition["transport"] => {
  if (fields.kind === "http") {
    const headers = valuesOf(fields.headers);
    const oauth = oauthOf(fields.signIn);
    return {
      kind: "http",
      url: fields.url.trim(),
      ...(isEmpty(headers) ? {} : { headers }),
      ...(oauth === undefined ? {} : { oauth }),
    };
  }
  const args = argumentsIn(fields);
  const env = valuesOf(fields.env);
  const cwd = fields.cwd.trim();
  return {
    kind: "stdio",
    command: fields.command.trim(),
    ...(args.length === 0 ? {} : { args: [...args] }),
    ...(isEmpty(env) ? {} : { env }),
    ...(cwd === "" ? {} : { cwd }),
  };
};

/** The definition that the host gets: exactly what was typed, empty lines and pairs left out. */
export const definitionOf = (fields: ServerFields): ServerDefinition => ({
  name: fields.name.trim(),
  transport: transportOf(fields),
  isTrusted: fields.isTrusted,
  ...(fields.sharesRoots ? { sharesRoots: true } : {}),
  ...(isLimit(fields.seconds) ? { callTimeoutMs: Math.round(Number(fields.seconds) * 1000) } : {}),
});

const plain = /^[A-Za-z0-9_./:=@%+,-]+$/u;

/** A command with its arguments so that each one's ends can be seen; for reading, not for a shell. */
export const commandLine = (command: string, args: readonly string[]): string =>
  [command, ...args].map((part) => (plain.test(part) ? part : JSON.stringify(part))).join(" ");
