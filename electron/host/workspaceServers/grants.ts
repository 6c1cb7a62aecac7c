import type { WorkspaceServers } from "../../../shared/contract/index.ts";
import { readJson } from "../serverImport/index.ts";
import { readFolderFile } from "./folderFile.ts";

type Ignored = WorkspaceServers["ignored"][number];

const MAX_NAMES = 12;
const MAX_NAME_CHARS = 60;

const claude = /^(permissions|hooks|env|apiKeyHelper|enableAllProjectMcpServers|enabledMcpjsonServers)$/;

/** Files by which folders ask programs like this one for rights, and which of their names do. */
const sources: readonly { readonly path: string; readonly asks: RegExp }[] = [
  { path: ".loopwright/settings.json", asks: /^/ },
  { path: ".loopwright/settings.local.json", asks: /^/ },
  { path: ".claude/settings.json", asks: claude },
  { path: ".claude/settings.local.json", asks: claude },
  { path: ".vscode/settings.json", asks: /auto-?approve/i },
];

const namesIn = (text: string): string[] => {
  const { value } = readJson(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
};

const readOne = async (folder: string, { path, asks }: (typeof sources)[number]): Promise<Ignored[]> => {
  const file = await readFolderFile(folder, path);
  if (file === null || "problem" in file) return [];
  const names = namesIn(file.text).filter((name) => asks.test(name));
  if (names.length === 0) return [];
  return [{ path, names: names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_CHARS)) }];
};

/** What in a folder asks for rights. Nothing of it is ever taken (security.md 0.5): it is only told of. Never rejects. */
export const findIgnored = async (folder: string): Promise<Ignored[]> =>
  (await Promise.all(sources.map((source) => readOne(folder, source)))).flat();
