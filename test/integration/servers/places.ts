import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

const configs = path.resolve(import.meta.dirname, "../../fixtures/configs");

/** Where each program of `test/fixtures/configs` keeps its file below a home folder, on this platform. */
const files = (home: string): Record<string, string> => {
  const data =
    process.platform === "win32"
      ? path.join(home, "AppData", "Roaming")
      : process.platform === "darwin"
        ? path.join(home, "Library", "Application Support")
        : path.join(home, ".config");
  const cline = ["Code", "User", "globalStorage", "saoudrizwan.claude-dev", "settings"];
  return {
    "claude-desktop": path.join(data, "Claude", "claude_desktop_config.json"),
    "claude-code": path.join(home, ".claude.json"),
    vscode: path.join(data, "Code", "User", "mcp.json"),
    cursor: path.join(home, ".cursor", "mcp.json"),
    windsurf: path.join(home, ".codeium", "windsurf", "mcp_config.json"),
    cline: path.join(data, ...cline, "cline_mcp_settings.json"),
  };
};

/** Puts the fixture of every program where that program keeps its own; gives the paths by program. */
export const placeConfigs = (home: string): Record<string, string> => {
  const places = files(home);
  for (const [client, file] of Object.entries(places)) {
    mkdirSync(path.dirname(file), { recursive: true });
    copyFileSync(path.join(configs, `${client}.json`), file);
  }
  return places;
};

/** The environment in which a host takes `home` for the person's own folder. */
export const homeEnv = (home: string): NodeJS.ProcessEnv => ({
  HOME: home,
  USERPROFILE: home,
  APPDATA: path.join(home, "AppData", "Roaming"),
  XDG_CONFIG_HOME: path.join(home, ".config"),
});

/** What was read of a program's file, as it should be. */
export const goldenOf = (client: string): string => path.join(configs, "golden", `${client}.json`);

/** The files below a folder that hold a text, whatever kind of file they are. */
export const filesHolding = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));

/** Edits a file as an editor does it: it is replaced by another one. */
export const editedOutside = (file: string, change: (text: string) => string): void => {
  writeFileSync(`${file}.edited`, change(readFileSync(file, "utf8")));
  renameSync(`${file}.edited`, file);
};
