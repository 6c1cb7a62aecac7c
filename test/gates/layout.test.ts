import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../build/ready/paths.mjs";
import { verifies } from "../verifies.ts";
import { layoutFaults } from "./layout.ts";

const packages = [
  "electron",
  "react",
  "@modelcontextprotocol/sdk",
  "better-sqlite3",
  "zustand",
  "monaco-editor",
];

describe("layout", () => {
  verifies(
    "ARCH-02",
    "the named packages are direct dependencies in real use, and the top folders are there",
    () => {
      expect(layoutFaults(root)).toEqual([]);
    },
  );

  it("the gate is green on a sound project and names each planted fault", async () => {
    const dir = await mkdtemp(path.join(tmpdir(), "loopwright-layout-"));
    const write = async (name: string, text: string) => {
      await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
      await writeFile(path.join(dir, name), text);
    };
    const manifest = (versions: Record<string, string>, scripts: Record<string, string>) =>
      write("package.json", JSON.stringify({ devDependencies: versions, scripts }));
    const exact = Object.fromEntries([...packages, "electron-builder"].map((name) => [name, "1.2.3"]));
    try {
      for (const name of [
        "tsconfig.json",
        "forge.config.ts",
        "renderer/main.tsx",
        "shared/a.ts",
        "test/a.ts",
      ]) {
        await write(name, "");
      }
      const imports = packages.map((name) => `import { something } from "${name}/part";\n`).join("");
      await write("electron/main.ts", imports);
      await write("build/dist.mjs", 'import { build } from "electron-builder";\n');
      await manifest(exact, { dist: "node build/dist.mjs" });
      expect(layoutFaults(dir)).toEqual([]);

      await write(
        "electron/main.ts",
        imports.replace('import { something } from "zustand', 'import type { T } from "zustand'),
      );
      await write("shared/utils/a.ts", "");
      await rm(path.join(dir, "forge.config.ts"));
      const { react: _react, ...rest } = exact;
      await manifest({ ...rest, electron: "^1.2.3" }, { dist: "node build/gone.mjs" });
      expect(layoutFaults(dir)).toEqual([
        "forge.config.ts is missing at the top",
        "react is no direct dependency",
        "zustand is not used",
        "electron has no exact version: ^1.2.3",
        "a script of package.json runs build/gone.mjs, which does not exist",
        expect.stringContaining("utils/a.ts has a name that says nothing") as string,
      ]);
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});
