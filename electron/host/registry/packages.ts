import type { Remark, ServerOption, ServerOrigin } from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";
import { argTemplates, namedTemplates } from "./inputs.ts";
import { field, isLoose, text, type Loose } from "./loose.ts";

type Args = ServerOption["args"];
const fixed = (...parts: string[]): Args[number] => ({ parts, needs: [] });

/** Version of a package that is exactly one; a range or a word could be another program tomorrow. */
const exact = /^[0-9A-Za-z][0-9A-Za-z.+_!-]*$/;
/** No option of the program that fetches it, and one word. */
const plainName = /^[@A-Za-z0-9_][^\s\p{Cc}]*$/u;

interface Runner {
  readonly command: string;
  readonly hint: string;
  readonly registry: string;
  readonly args: (
    id: string,
    version: string,
    runtime: Args,
    envNames: readonly [string, string[]][],
  ) => Args;
}

const words = (args: Args): string[] => args.flatMap(({ parts }) => parts);

const dockerOwn = new Set(["run", "-i", "--rm", "--interactive"]);

const runners: Readonly<Record<string, Runner>> = {
  npm: {
    command: "npx",
    hint: "npx",
    registry: "https://registry.npmjs.org",
    args: (id, version, runtime) => [
      ...(words(runtime).some((word) => word === "-y" || word === "--yes") ? [] : [fixed("-y")]),
      ...runtime,
      fixed(`${id}@${version}`),
    ],
  },
  pypi: {
    command: "uvx",
    hint: "uvx",
    registry: "https://pypi.org",
    args: (id, version, runtime) => [...runtime, fixed(`${id}==${version}`)],
  },
  nuget: {
    command: "dnx",
    hint: "dnx",
    registry: "https://api.nuget.org/v3/index.json",
    args: (id, version, runtime) => [
      fixed(`${id}@${version}`),
      ...(words(runtime).includes("--yes") ? [] : [fixed("--yes")]),
      ...runtime,
    ],
  },
  oci: {
    command: "docker",
    hint: "docker",
    registry: "https://docker.io",
    args: (id, version, runtime, envNames) => [
      fixed("run", "-i", "--rm"),
      ...envNames.map(([name, needs]) => ({ parts: ["-e", name], needs })),
      ...runtime.filter(({ parts }) => !(parts.length === 1 && dockerOwn.has(parts[0] ?? ""))),
      fixed(/[:@]/.test(id.slice(id.lastIndexOf("/") + 1)) || version === "" ? id : `${id}:${version}`),
    ],
  },
};

const isOwnRegistry = (given: string | undefined, usual: string): boolean =>
  given === undefined ||
  given.replace(/\/+$/, "") === usual.replace(/\/+$/, "") ||
  given === "https://pypi.org/simple";

/** One way to have a server, or why it is none here. */
export type Way = { readonly option: ServerOption } | { readonly problem: Remark };

const refusalOf = (kind: string, id: string | undefined, version: string, item: Loose): Remark | null => {
  const transport = field(item, "transport");
  const via = isLoose(transport) ? text(transport, "type") : undefined;
  if (kind === "mcpb") return remark("packageBundle");
  if (!Object.hasOwn(runners, kind)) return remark("packageKind", { kind });
  if (id === undefined || !plainName.test(id)) return remark("packageName", { kind });
  if (kind === "oci" ? version !== "" && !exact.test(version) : !exact.test(version) || version === "latest")
    return remark("packageVersion", { id });
  if (via !== undefined && via !== "stdio") return remark("packageNetwork", { id, via });
  return null;
};

/** A package as a way to have the server. Nothing of it is read by a shell. */
export const packageOption = (item: Loose, name: string, origin: ServerOrigin): Way => {
  const kind = text(item, "registryType") ?? text(item, "registryName") ?? "unknown";
  const id = text(item, "identifier", 1000) ?? text(item, "name", 1000);
  const version = text(item, "version", 200) ?? "";
  const refusal = refusalOf(kind, id, version, item);
  const runner = runners[kind];
  if (refusal !== null || runner === undefined || id === undefined)
    return { problem: refusal ?? remark("packageKind", { kind }) };
  const env = namedTemplates(
    "env",
    Array.isArray(field(item, "environmentVariables"))
      ? (field(item, "environmentVariables") as unknown[]).filter(isLoose)
      : [],
  );
  const runtime = argTemplates("runtime", item, "runtimeArguments");
  const own = argTemplates("argument", item, "packageArguments");
  const keysIn = (value: string): string[] =>
    [...value.matchAll(/\$\{input:([^}]+)\}/g)].map((match) => match[1] ?? "");
  const envNames = Object.entries(env.values).map(([key, value]): [string, string[]] => [key, keysIn(value)]);
  const hash = text(item, "fileSha256", 100);
  const base = text(item, "registryBaseUrl", 1000);
  const hint = text(item, "runtimeHint", 200);
  const notes = [
    ...(hash === undefined ? [] : [remark("packageHash", { hash })]),
    ...(isOwnRegistry(base, runner.registry)
      ? []
      : [remark("packageElsewhere", { base: base ?? "", command: runner.command })]),
    ...(hint === undefined || hint === runner.hint
      ? []
      : [remark("packageHint", { hint, command: runner.command })]),
  ];
  return {
    option: {
      label: `${kind} ${id}${version === "" ? "" : ` ${version}`}`,
      base: {
        name,
        transport: {
          kind: "stdio",
          command: runner.command,
          ...(envNames.length > 0 ? { env: env.values } : {}),
        },
        origin,
      },
      args: [...runner.args(id, version, runtime.args, envNames), ...own.args],
      fields: [...env.fields, ...runtime.fields, ...own.fields],
      notes,
    },
  };
};
