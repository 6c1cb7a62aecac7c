import type { ServerDefinition, ServerInfo } from "../../../shared/contract/index.ts";

/** The form as it is typed. Environment values of a stored server are not known here and stay as they are unless typed anew. */
export interface ServerFields {
  readonly name: string;
  readonly command: string;
  /** One argument a line, taken as it stands: no shell reads it. */
  readonly argsText: string;
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly cwd: string;
  readonly isTrusted: boolean;
}

export const emptyFields: ServerFields = {
  name: "",
  command: "",
  argsText: "",
  env: [],
  cwd: "",
  isTrusted: false,
};

/** The form of a stored server. Values of `env` come back as names only. */
export const fieldsOf = (server: ServerInfo): ServerFields => {
  const { transport } = server;
  if (transport.kind !== "stdio") return { ...emptyFields, name: server.name, isTrusted: server.isTrusted };
  return {
    name: server.name,
    command: transport.command,
    argsText: (transport.args ?? []).join("\n"),
    env: Object.entries(transport.env ?? {}).map(([name, value]) => ({ name, value })),
    cwd: transport.cwd ?? "",
    isTrusted: server.isTrusted,
  };
};

export type FieldErrors = Partial<Record<"name" | "command" | "env", "needed" | "badName" | "badEnv">>;

const okName = /^[A-Za-z0-9][A-Za-z0-9 _.-]*$/u;
const okEnv = /^[A-Za-z_][A-Za-z0-9_]*$/u;

/** What keeps the form from being sent, per field. */
export const fieldErrors = ({ name, command, env }: ServerFields): FieldErrors => ({
  ...(name.trim() === ""
    ? { name: "needed" as const }
    : okName.test(name.trim())
      ? {}
      : { name: "badName" as const }),
  ...(command.trim() === "" ? { command: "needed" as const } : {}),
  ...(env.some((pair) => pair.name.trim() !== "" && !okEnv.test(pair.name.trim()))
    ? { env: "badEnv" as const }
    : {}),
});

const argumentsIn = (text: string): string[] => {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  return lines.filter((line) => line !== "");
};

/** The definition that the host gets: exactly what was typed, empty lines and pairs left out. */
export const definitionOf = (fields: ServerFields): ServerDefinition => {
  const args = argumentsIn(fields.argsText);
  const env = Object.fromEntries(
    fields.env.filter((pair) => pair.name.trim() !== "").map((pair) => [pair.name.trim(), pair.value]),
  );
  const cwd = fields.cwd.trim();
  return {
    name: fields.name.trim(),
    transport: {
      kind: "stdio",
      command: fields.command.trim(),
      ...(args.length === 0 ? {} : { args }),
      ...(Object.keys(env).length === 0 ? {} : { env }),
      ...(cwd === "" ? {} : { cwd }),
    },
    isTrusted: fields.isTrusted,
  };
};

const plain = /^[A-Za-z0-9_./:=@%+,-]+$/u;

/** A command with its arguments so that each one's ends can be seen; for reading, not for a shell. */
export const commandLine = (command: string, args: readonly string[]): string =>
  [command, ...args].map((part) => (plain.test(part) ? part : JSON.stringify(part))).join(" ");
