import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { remark } from "../../../shared/remarks/index.ts";
import { readFolderFile } from "./folderFile.ts";

let base: string;
let folder: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), "folder-file-")));
  folder = path.join(base, "..project");
  mkdirSync(path.join(folder, "..data"), { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

it.runIf(process.platform !== "win32")(
  "follows a link to a name within the folder that begins with two dots",
  async () => {
    writeFileSync(path.join(folder, "..data", "mcp.json"), "{}");
    symlinkSync(path.join("..data", "mcp.json"), path.join(folder, ".mcp.json"));
    expect(await readFolderFile(folder, ".mcp.json")).toMatchObject({ text: "{}" });
  },
);

it.runIf(process.platform !== "win32")(
  "follows no link out of the folder, also into one whose name begins alike",
  async () => {
    for (const to of [base, `${folder}-2`]) {
      mkdirSync(to, { recursive: true });
      writeFileSync(path.join(to, "mcp.json"), "{}");
      rmSync(path.join(folder, ".mcp.json"), { force: true });
      symlinkSync(path.join(to, "mcp.json"), path.join(folder, ".mcp.json"));
      expect(await readFolderFile(folder, ".mcp.json")).toEqual({
        problem: remark("fileLeadsOut"),
      });
    }
  },
);
