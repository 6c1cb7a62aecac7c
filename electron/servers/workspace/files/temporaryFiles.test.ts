import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { linkSync, readdirSync, utimesSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTestWorkspace } from "../testing/testWorkspace.ts";
import { temporaryName } from "./temporaryFiles.ts";

const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** Id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

/** Writes into `root` in another process, which is killed before its first byte is down. */
function killInWrite(root: string): void {
  const files = join(import.meta.dirname, "index.ts");
  const paths = join(import.meta.dirname, "../paths/index.ts");
  const program = `
    import { writeAtomic } from ${JSON.stringify(files)};
    import { locate, openRoot } from ${JSON.stringify(paths)};
    const root = openRoot(${JSON.stringify(root)});
    const write = { place: locate(root, "new.txt"), bytes: Buffer.from("new"), baseHash: null };
    writeAtomic(root, write, { write: () => process.kill(process.pid, "SIGKILL") });`;
  const ended = spawnSync(process.execPath, ["--input-type=module", "-e", program]);
  expect(ended.signal, String(ended.stderr)).toBe("SIGKILL");
}

describe("a writer that was killed", () => {
  it("leaves the file as it was, and its temporary file goes with the next write there", async () => {
    using ws = openTestWorkspace({ "a.txt": "a" });
    killInWrite(ws.root);
    expect(readdirSync(ws.root)).toEqual([expect.stringMatching(/^\..*\.loopwright-tmp$/), "a.txt"]);
    await ws.call("write_file", { path: "a.txt", content: "b" });
    expect(readdirSync(ws.root)).toEqual(["a.txt"]);
    expect(ws.text("a.txt")).toBe("b");
  });

  it("between giving a new file its name and dropping the temporary one does not lock the file", async () => {
    using ws = openTestWorkspace({ "a.txt": "a" });
    const leftover = `.${machine}-${deadPid()}-00112233aabb.loopwright-tmp`;
    linkSync(join(ws.root, "a.txt"), join(ws.root, leftover));
    expect(await ws.call("edit_file", { path: "a.txt", old_str: "a", new_str: "b" })).toMatchObject({
      isError: false,
    });
    expect(readdirSync(ws.root)).toEqual(["a.txt"]);
  });
});

describe("temporary files", () => {
  it("that may be in use, or are not ours, stay", async () => {
    const living = `.${machine}-${process.ppid}-00112233aabb.loopwright-tmp`;
    const elsewhere = `.0123abcd-${deadPid()}-00112233aabb.loopwright-tmp`;
    const old = ".0123abcd-77-00112233aabc.loopwright-tmp";
    const foreign = ".notes.loopwright-tmp";
    using ws = openTestWorkspace({ [living]: "", [elsewhere]: "", [old]: "", [foreign]: "" });
    const longAgo = new Date(Date.now() - 3_600_000);
    for (const name of [old, foreign]) utimesSync(join(ws.root, name), longAgo, longAgo);
    await ws.call("write_file", { path: "a.txt", content: "b" });
    expect(readdirSync(ws.root).toSorted()).toEqual([living, elsewhere, foreign, "a.txt"].toSorted());
  });

  it("are named after machine and process", () => {
    expect(temporaryName()).toMatch(
      new RegExp(`^\\.${machine}-${process.pid}-[0-9a-f]{12}\\.loopwright-tmp$`),
    );
  });
});
