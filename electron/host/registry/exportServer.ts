import type { Remark, ServerDefinition } from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

const inputs = (names: readonly string[]) =>
  names.map((name) => ({ name, isRequired: true, isSecret: true }));

const positional = (args: readonly string[]) => args.map((value) => ({ type: "positional", value }));

/** A package that a command line names, where it is one of the kinds a registry knows. */
const packageOf = (command: string, args: readonly string[]) => {
  const program = command.replace(/^.*[/\\]/, "").replace(/\.(cmd|exe)$/i, "");
  const at = args.findIndex((arg) => !arg.startsWith("-"));
  const [id = "", rest] = [args[at], args.slice(at + 1)];
  const [runtime] = [args.slice(0, Math.max(at, 0))];
  if (program === "npx") {
    const [, identifier, version] = /^(@?[^@]+)@([^@]+)$/.exec(id) ?? [];
    return { registryType: "npm", identifier: identifier ?? id, version, runtimeHint: "npx", runtime, rest };
  }
  if (program === "uvx") {
    const [, identifier, version] = /^([^=]+)==(.+)$/.exec(id) ?? [];
    return { registryType: "pypi", identifier: identifier ?? id, version, runtimeHint: "uvx", runtime, rest };
  }
  return null;
};

/** What a definition became, and what of it a `server.json` cannot say. */
export interface Exported {
  readonly text: string;
  readonly problems: Remark[];
}

/**
 * A definition as the registry's `server.json`, to be put into a registry of one's own. Values of variables and headers are
 * asked for there, never written.
 */
export const exportServer = ({ name, transport }: ServerDefinition): Exported => {
  const problems = [remark("exportName")];
  const common = {
    $schema: SCHEMA,
    name: `local/${name.toLowerCase().replace(/[^a-z0-9._-]+/g, "-")}`,
    description: name,
    version: "1.0.0",
  };
  const write = (more: object): Exported => ({
    text: `${JSON.stringify({ ...common, ...more }, null, 2)}\n`,
    problems,
  });
  if (transport.kind === "http") {
    const headers = inputs(Object.keys(transport.headers ?? {}));
    return write({
      remotes: [{ type: "streamable-http", url: transport.url, ...(headers.length > 0 ? { headers } : {}) }],
    });
  }
  if (transport.kind === "bundled") return write({});
  const found = packageOf(transport.command, transport.args ?? []);
  if (found === null) {
    problems.push(remark("exportProgram", { command: transport.command }));
    return write({ packages: [] });
  }
  const { registryType, identifier, version, runtimeHint, runtime, rest } = found;
  if (version === undefined) problems.push(remark("exportVersion", { id: identifier }));
  const environmentVariables = inputs(Object.keys(transport.env ?? {}));
  return write({
    packages: [
      {
        registryType,
        identifier,
        version: version ?? "0.0.0",
        runtimeHint,
        ...(runtime.length > 0 ? { runtimeArguments: positional(runtime) } : {}),
        ...(rest.length > 0 ? { packageArguments: positional(rest) } : {}),
        ...(environmentVariables.length > 0 ? { environmentVariables } : {}),
        transport: { type: "stdio" },
      },
    ],
  });
};
