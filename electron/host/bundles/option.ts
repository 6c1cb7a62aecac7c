import path from "node:path";
import type { OptionField, ServerOption } from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";
import { SHIPPED_NODE } from "../mcp/index.ts";
import { nameOf } from "../serverImport/index.ts";
import { BadArchive } from "./archive.ts";
import { nameProblem } from "./entryName.ts";
import type { Manifest, UserConfig } from "./manifest.ts";

/** What the places of a manifest stand for on this machine. */
export interface BundlePlaces {
  /** The folder the bundle is or would be unpacked to. */
  readonly folder: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

const placesOf = ({ folder, home }: BundlePlaces): Readonly<Record<string, string>> => ({
  __dirname: folder,
  HOME: home,
  DESKTOP: path.join(home, "Desktop"),
  DOCUMENTS: path.join(home, "Documents"),
  DOWNLOADS: path.join(home, "Downloads"),
  pathSeparator: path.sep,
  "/": path.sep,
});

/** Puts the machine's own places in and turns `${user_config.KEY}` into a place of the form; others stay as they are. */
const putIn = (text: string, places: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{([^}]*)\}/g, (whole, name: string) => {
    if (Object.hasOwn(places, name)) return places[name] ?? whole;
    const key = /^user_config\.(.+)$/.exec(name)?.[1];
    return key === undefined ? whole : `\${input:${key}}`;
  });

const kinds = {
  string: "string",
  number: "number",
  boolean: "boolean",
  directory: "folder",
  file: "file",
} as const;

const fieldOf = (key: string, config: UserConfig, places: Readonly<Record<string, string>>): OptionField => {
  const { default: preset } = config;
  const texts = preset === undefined ? [] : [preset].flat().map((one) => putIn(String(one), places));
  return {
    key,
    label: config.title ?? key,
    ...(config.description === undefined ? {} : { description: config.description }),
    kind: kinds[config.type],
    isRequired: config.required === true,
    isSecret: config.sensitive === true,
    isMultiple: config.multiple === true,
    ...(texts.length > 0 ? { preset: texts.join("\n") } : {}),
    ...(config.min === undefined ? {} : { min: config.min }),
    ...(config.max === undefined ? {} : { max: config.max }),
  };
};

const launchOf = ({ server }: Manifest, platform: NodeJS.Platform) => {
  const { platform_overrides: overrides, ...common } = server.mcp_config ?? {};
  const own = overrides !== undefined && Object.hasOwn(overrides, platform) ? overrides[platform] : undefined;
  const entry = `\${__dirname}/${server.entry_point}`;
  const usual = {
    node: ["node", entry],
    python: ["python3", entry],
    uv: ["uv", "run", entry],
    binary: [entry],
  };
  const [command = "", ...args] = usual[server.type];
  return {
    command: own?.command ?? common.command ?? command,
    args: own?.args ?? common.args ?? (common.command === undefined ? args : []),
    env: own?.env ?? common.env ?? {},
  };
};

const checkEntryPoint = ({ server }: Manifest, names: ReadonlySet<string>): void => {
  const name = server.entry_point.replace(/^\.\//, "");
  const problem = nameProblem(name);
  if (problem !== null)
    throw new BadArchive(`its entry point ${JSON.stringify(server.entry_point)}: ${problem}`);
  if (!names.has(name)) throw new BadArchive(`its entry point ${name} is not in it`);
};

/**
 * What a bundle would start, with its form. The command and arguments are taken as a list, no shell reads them. A bundle that
 * would put a secret where every program of the machine can read it is refused. @throws BadArchive
 */
export const optionOf = (manifest: Manifest, names: ReadonlySet<string>, at: BundlePlaces): ServerOption => {
  checkEntryPoint(manifest, names);
  const { platforms } = manifest.compatibility ?? {};
  if (platforms !== undefined && !platforms.includes(at.platform))
    throw new BadArchive(`it is made for ${platforms.join(", ")}, not for ${at.platform}`);
  const places = placesOf(at);
  const { command, args, env } = launchOf(manifest, at.platform);
  const fields = Object.entries(manifest.user_config ?? {}).map(([key, config]) =>
    fieldOf(key, config, places),
  );
  const parts = args.map((arg) => putIn(arg, places));
  const exposed = fields.find(
    ({ key, isSecret }) => isSecret && [command, ...parts].some((one) => one.includes(`\${input:${key}}`)),
  );
  if (exposed !== undefined)
    throw new BadArchive(
      `it passes the secret "${exposed.label}" as an argument, where every program could read it`,
    );
  const isShipped = manifest.server.type === "node" && command === "node";
  const filledEnv = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, putIn(value, places)]),
  );
  return {
    label: `${manifest.display_name ?? manifest.name} ${manifest.version}`,
    base: {
      name: nameOf(manifest.display_name ?? manifest.name),
      transport: {
        kind: "stdio",
        command: isShipped ? SHIPPED_NODE : putIn(command, places),
        ...(Object.keys(filledEnv).length > 0 ? { env: filledEnv } : {}),
        cwd: at.folder,
      },
      origin: { kind: "bundle", from: `${manifest.name} ${manifest.version}, ${manifest.author.name}` },
    },
    args: parts.map((part) => ({ parts: [part], needs: [] })),
    fields,
    notes: isShipped ? [remark("bundleNode")] : [],
  };
};
