import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { FoundConfig, Remark } from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";
import { readConfig } from "./readConfig.ts";
import type { Dialect } from "./variables.ts";

type Client = FoundConfig["client"];

/** Where the programs look that can be imported from, and how they write variables. */
interface Source {
  readonly client: Client;
  readonly dialect: Dialect;
  readonly files: readonly string[];
}

/** What tells where a person's files lie; the machine's own in the app. */
export interface Places {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders of the workspaces that are known: some clients keep servers in a project. */
  readonly workspaces: readonly string[];
}

/** The programs by their own names. */
const programs: Record<Client, string> = {
  "claude-desktop": "Claude Desktop",
  "claude-code": "Claude Code",
  vscode: "VS Code",
  cursor: "Cursor",
  windsurf: "Windsurf",
  cline: "Cline",
};

/** The files in which some of them keep servers inside a folder, with slashes. */
export const folderSources: readonly {
  readonly client: Client;
  readonly dialect: Dialect;
  readonly path: string;
}[] = [
  { client: "claude-code", dialect: "shell", path: ".mcp.json" },
  { client: "vscode", dialect: "named", path: ".vscode/mcp.json" },
  { client: "cursor", dialect: "named", path: ".cursor/mcp.json" },
];

const MAX_BYTES = 2_000_000;

const appData = ({ platform, home, env }: Places): string => {
  const join = platform === "win32" ? path.win32.join : path.posix.join;
  if (platform === "win32") return env["APPDATA"] ?? join(home, "AppData", "Roaming");
  if (platform === "darwin") return join(home, "Library", "Application Support");
  return env["XDG_CONFIG_HOME"] ?? join(home, ".config");
};

const sourcesOf = (places: Places): Source[] => {
  const { platform, home, workspaces } = places;
  const join = platform === "win32" ? path.win32.join : path.posix.join;
  const data = appData(places);
  const inWorkspaces = (client: Client): string[] =>
    folderSources
      .filter((source) => source.client === client)
      .flatMap((source) => workspaces.map((folder) => join(folder, ...source.path.split("/"))));
  return [
    {
      client: "claude-desktop",
      dialect: "literal",
      files: [join(data, "Claude", "claude_desktop_config.json")],
    },
    {
      client: "claude-code",
      dialect: "shell",
      files: [join(home, ".claude.json"), ...inWorkspaces("claude-code")],
    },
    {
      client: "vscode",
      dialect: "named",
      files: [join(data, "Code", "User", "mcp.json"), ...inWorkspaces("vscode")],
    },
    {
      client: "cursor",
      dialect: "named",
      files: [join(home, ".cursor", "mcp.json"), ...inWorkspaces("cursor")],
    },
    {
      client: "windsurf",
      dialect: "named",
      files: [
        join(home, ".codeium", "windsurf", "mcp_config.json"),
        join(home, ".codeium", "mcp_config.json"),
      ],
    },
    {
      client: "cline",
      dialect: "literal",
      files: [
        join(
          data,
          "Code",
          "User",
          "globalStorage",
          "saoudrizwan.claude-dev",
          "settings",
          "cline_mcp_settings.json",
        ),
        join(home, ".cline", "data", "settings", "cline_mcp_settings.json"),
      ],
    },
  ];
};

const readOne = async (client: Client, dialect: Dialect, file: string): Promise<FoundConfig | null> => {
  try {
    const found = await stat(file);
    const refused = (why: Remark): FoundConfig => ({ client, path: file, candidates: [], problems: [why] });
    // A folder that somebody else made may hold a pipe of this name: reading it would never end.
    if (!found.isFile()) return refused(remark("fileIrregular"));
    if (found.size > MAX_BYTES) return refused(remark("fileTooLarge"));
    const text = await readFile(file, "utf8");
    const origin = { kind: "import" as const, from: `${programs[client]}: ${file}` };
    return { client, path: file, ...readConfig(text, dialect, origin) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (["ENOENT", "ENOTDIR"].includes(code)) return null;
    return { client, path: file, candidates: [], problems: [remark("fileUnreadable", { code })] };
  }
};

/** The servers that other programs on this machine have, file by file; a program that is not there is left out. Never rejects. */
export const findConfigs = async (places: Places): Promise<FoundConfig[]> => {
  const tasks = sourcesOf(places).flatMap(({ client, dialect, files }) =>
    files.map((file) => readOne(client, dialect, file)),
  );
  return (await Promise.all(tasks)).filter((found) => found !== null);
};
