import { z } from "zod";
import { Failure } from "./errors.ts";
import { Millis } from "./ids.ts";
import { OptionField } from "./optionField.ts";
import { Remark } from "./remark.ts";
import { ServerDefinition } from "./servers.ts";

/** One way to have a server of a registry or a bundle: `fillOption` makes a definition of it. Starts nothing. */
export const ServerOption = z.strictObject({
  /** The package or address with its version. */
  label: z.string(),
  /** Without arguments; places to fill in are `${input:key}`. */
  base: ServerDefinition,
  /** Arguments that belong together, such as a flag and its value: left out together when a place in them stays empty. */
  args: z.array(z.strictObject({ parts: z.array(z.string()), needs: z.array(z.string()) })),
  fields: z.array(OptionField),
  notes: z.array(Remark),
});
export type ServerOption = z.infer<typeof ServerOption>;

/** A server that a registry lists. `problems` says which of its ways cannot be used here. */
export const RegistryEntry = z.strictObject({
  name: z.string(),
  title: z.string().optional(),
  description: z.string(),
  version: z.string(),
  status: z.enum(["active", "deprecated", "deleted"]),
  statusMessage: z.string().optional(),
  websiteUrl: z.string().optional(),
  repositoryUrl: z.string().optional(),
  options: z.array(ServerOption),
  problems: z.array(Remark),
});
export type RegistryEntry = z.infer<typeof RegistryEntry>;

/** One page of a registry's answer. */
export const RegistryPage = z.strictObject({
  entries: z.array(RegistryEntry),
  nextCursor: z.string().optional(),
  /** The registry's base address. */
  from: z.string(),
  readAt: Millis,
  /** Why the registry itself was not reached; the entries are then what was kept of earlier answers. */
  offline: Failure.optional(),
});
export type RegistryPage = z.infer<typeof RegistryPage>;

/** What a bundle holds, read without unpacking it. Its `option` names the folder it would be unpacked to. */
export const BundleInfo = z.strictObject({
  path: z.string(),
  sha256: z.string(),
  name: z.string(),
  version: z.string(),
  description: z.string(),
  author: z.string(),
  files: z.int(),
  bytes: z.int(),
  option: ServerOption,
});
export type BundleInfo = z.infer<typeof BundleInfo>;

/** What a person filled in, by key. */
export const OptionValues = z.record(
  z.string().max(300),
  z.union([z.string().max(32_000), z.array(z.string().max(8000)).max(200)]),
);
export type OptionValues = z.infer<typeof OptionValues>;
