import type { RegistryEntry } from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";
import { nameOf } from "../serverImport/index.ts";
import { field, isLoose, list, text, type Loose } from "./loose.ts";
import { packageOption } from "./packages.ts";
import { remoteOption } from "./remotes.ts";

const OFFICIAL = "io.modelcontextprotocol.registry/official";

const webAddress = (value: string | undefined): string | undefined =>
  value !== undefined && /^https?:\/\//i.test(value) ? value : undefined;

const statusOf = (item: Loose): Pick<RegistryEntry, "status" | "statusMessage"> => {
  const meta = field(item, "_meta");
  const official = isLoose(meta) && isLoose(meta[OFFICIAL]) ? meta[OFFICIAL] : {};
  const given = text(official, "status");
  const message = text(official, "statusMessage", 500);
  return {
    status: given === "deprecated" || given === "deleted" ? given : "active",
    ...(message === undefined ? {} : { statusMessage: message }),
  };
};

/**
 * An item of a registry's list, `{server, _meta}` or, as older registries had it, the server itself; null for what has no
 * name. Whatever of it cannot be used is said in `problems`.
 */
export const entryOf = (item: unknown, base: string): RegistryEntry | null => {
  if (!isLoose(item)) return null;
  const server = isLoose(item["server"]) ? item["server"] : item;
  const name = text(server, "name", 300);
  if (name === undefined) return null;
  const title = text(server, "title", 200);
  const version = text(server, "version", 200) ?? "";
  const websiteUrl = webAddress(text(server, "websiteUrl"));
  const repository = field(server, "repository");
  const repositoryUrl = isLoose(repository) ? webAddress(text(repository, "url")) : undefined;
  const shortName = nameOf(name.slice(name.lastIndexOf("/") + 1));
  const origin = { kind: "registry" as const, from: `${base} ${name} ${version}`.trim().slice(0, 4000) };
  const ways = [
    ...list(server, "packages").map((one) => packageOption(one, shortName, origin)),
    ...list(server, "remotes").map((one) => remoteOption(one, shortName, origin)),
  ];
  const problems = ways.flatMap((way) => ("problem" in way ? [way.problem] : []));
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description: text(server, "description", 1000) ?? "",
    version,
    ...statusOf(item),
    ...(websiteUrl === undefined ? {} : { websiteUrl }),
    ...(repositoryUrl === undefined ? {} : { repositoryUrl }),
    options: ways.flatMap((way) => ("option" in way ? [way.option] : [])),
    problems: ways.length === 0 ? [remark("registryNothing")] : problems,
  };
};
