import { z } from "zod";
import { BadArchive } from "./archive.ts";

const UserConfig = z.looseObject({
  type: z.enum(["string", "number", "boolean", "directory", "file"]),
  title: z.string().max(300).optional(),
  description: z.string().max(2000).optional(),
  required: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  multiple: z.boolean().optional(),
  sensitive: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
});

const Launch = z.looseObject({
  command: z.string().min(1).max(4000).optional(),
  args: z.array(z.string().max(8000)).max(200).optional(),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(32_000)).optional(),
});

const Manifest = z.looseObject({
  manifest_version: z.string().optional(),
  dxt_version: z.string().optional(),
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, "letters, digits, dot, dash and underscore"),
  display_name: z.string().max(300).optional(),
  version: z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$/),
  description: z.string().max(10_000),
  author: z.looseObject({ name: z.string().max(300) }),
  server: z.looseObject({
    type: z.enum(["node", "python", "binary", "uv"]),
    entry_point: z.string().min(1).max(1000),
    mcp_config: Launch.extend({
      platform_overrides: z.record(z.string(), Launch).optional(),
    }).optional(),
  }),
  compatibility: z.looseObject({ platforms: z.array(z.string()).optional() }).optional(),
  user_config: z.record(z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_-]*$/), UserConfig).optional(),
});
export type Manifest = z.infer<typeof Manifest>;
export type UserConfig = z.infer<typeof UserConfig>;

/** Fields that only show something and may name an address are never read: nothing of a bundle is fetched. */
const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  } catch {
    throw new BadArchive("its manifest.json is not JSON");
  }
};

/** A bundle's manifest (schemas 0.1 to 0.4). @throws BadArchive for one that is none */
export const parseManifest = (bytes: Buffer | null): Manifest => {
  if (bytes === null) throw new BadArchive("it has no manifest.json, so it is no MCP bundle");
  const parsed = Manifest.safeParse(parse(bytes));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new BadArchive(`its manifest does not fit: ${where.slice(0, 5).join("; ")}`);
};
