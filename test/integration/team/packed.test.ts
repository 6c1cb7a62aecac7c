import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { packServer } from "../../../build/packServer.mjs";
import { verifies } from "../../verifies.ts";
import { openTeam } from "./teamServer.ts";

const repository = join(import.meta.dirname, "../../..");
const modules = join(repository, "node_modules");
const inspectorPackage = join(modules, "@modelcontextprotocol/inspector-cli");

interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(
  program: string,
  args: readonly string[],
  path: string,
  cwd = process.cwd(),
): Promise<Finished> {
  const env = { PATH: path, HOME: tmpdir() };
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, stdout, stderr };
}

/** The tarball of this very source, unpacked as an installer does, its dependencies linked instead of fetched. */
async function install(base: string): Promise<string> {
  const tarball = await packServer(join(base, "package"), base);
  const installed = join(base, "installed", "node_modules");
  const home = join(installed, "loopwright-workspace");
  mkdirSync(home, { recursive: true });
  const untar = await run(
    "tar",
    ["xzf", tarball, "--strip-components=1", "-C", home],
    process.env["PATH"] ?? "",
  );
  expect(untar).toMatchObject({ code: 0 });
  const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
    bin: Record<string, string>;
    dependencies: Record<string, string>;
  };
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    const { version: there } = JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8")) as {
      version: string;
    };
    expect(there, `${name} is declared exactly`).toBe(version);
    mkdirSync(dirname(join(installed, name)), { recursive: true });
    symlinkSync(join(modules, name), join(installed, name));
  }
  const bin = join(installed, ".bin");
  mkdirSync(bin);
  symlinkSync(
    `../loopwright-workspace/${manifest.bin["loopwright-workspace"]}`,
    join(bin, "loopwright-workspace"),
  );
  return bin;
}

/**
 * MCP Inspector's command line, laid out as in the package it was made for: it looks for that one's manifest two folders
 * up, where its own package has none.
 */
function layOutInspector(base: string): string {
  const home = join(base, "inspector");
  cpSync(join(inspectorPackage, "build"), join(home, "cli", "build"), { recursive: true });
  cpSync(join(inspectorPackage, "package.json"), join(home, "package.json"));
  symlinkSync(modules, join(home, "node_modules"));
  const nested = join(inspectorPackage, "node_modules");
  if (existsSync(nested)) symlinkSync(nested, join(home, "cli", "node_modules"));
  return join(home, "cli", "build", "cli.js");
}

describe("the packed workspace server", () => {
  let base = "";
  let bin = "";
  let path = "";
  let inspector = "";
  beforeAll(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-packed-")));
    bin = await install(base);
    inspector = layOutInspector(base);
    path = [bin, dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  }, 180_000);
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  const inspect = async (target: readonly string[], ...args: string[]): Promise<Record<string, unknown>> => {
    // It looks for its manifest beside the working folder too, and a stray one there would mislead it.
    const cwd = join(base, "inspector");
    const done = await run(process.execPath, [inspector, "--cli", ...target, ...args], path, cwd);
    expect(done, done.stderr).toMatchObject({ code: 0 });
    return JSON.parse(done.stdout) as Record<string, unknown>;
  };

  verifies(
    ["TOOL-10"],
    "is small, runs by its bin, and a public client lists and calls it over stdio",
    async () => {
      const main = join(bin, "..", "loopwright-workspace", "dist", "main.mjs");
      expect(statSync(main).mode & 0o111).toBe(0o111);
      expect(readdirSync(join(bin, "..", "loopwright-workspace")).sort()).toEqual(
        ["README.md", "THIRD-PARTY-LICENCES.txt", "dist", "package.json"].sort(),
      );
      const root = join(base, "root");
      mkdirSync(root);
      const target = ["loopwright-workspace", "--root", root];
      const { tools } = (await inspect(target, "--method", "tools/list")) as { tools: { name: string }[] };
      expect(tools.map(({ name }) => name)).toContain("edit_file");
      const write = ["--method", "tools/call", "--tool-name", "write_file"];
      await inspect(target, ...write, "--tool-arg", "path=a.txt", "--tool-arg", "content=needle");
      expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("needle");
      // Its search is a program of a package that is not bundled.
      const search = ["--method", "tools/call", "--tool-name", "search_code"];
      const found = await inspect(target, ...search, "--tool-arg", "pattern=needle");
      expect(JSON.stringify(found["content"])).toContain("a.txt");
    },
    120_000,
  );

  verifies(
    ["TOOL-10"],
    "serves a team, to whom the same client comes with a token",
    async () => {
      await using team = await openTeam();
      team.put("shop", "src/app.ts", "one\n");
      const server = await team.start({ program: join(bin, "loopwright-workspace"), env: { PATH: path } });
      const token = await team.issuer.token("ana");
      const target = [`${server.url}/projects/shop/mcp`, "--transport", "http"];
      const header = ["--header", `Authorization: Bearer ${token}`];
      const { tools } = (await inspect(target, "--method", "tools/list", ...header)) as {
        tools: { name: string }[];
      };
      expect(tools.map(({ name }) => name)).toContain("read_file");
      const read = ["--method", "tools/call", "--tool-name", "read_file", "--tool-arg", "path=src/app.ts"];
      expect(JSON.stringify(await inspect(target, ...read, ...header))).toContain("one");
      const refused = await run(
        process.execPath,
        [inspector, "--cli", ...target, "--method", "tools/list"],
        path,
      );
      expect(refused.code).not.toBe(0);
    },
    120_000,
  );
});
