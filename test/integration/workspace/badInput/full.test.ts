import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTestWorkspace } from "../../../../electron/servers/workspace/testing/testWorkspace.ts";
import { verifies } from "../../../verifies.ts";
import { byteTree } from "./byteTree.ts";
import { checkRefused, type Cell } from "./cells.ts";
import { openWays, type Way } from "./ways.ts";

const small = "size=512k,nr_inodes=300";

function mount(folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", small, "tmpfs", folder], { stdio: "ignore" });
}
const unmount = (folder: string): void => {
  execFileSync("umount", ["-l", folder], { stdio: "ignore" });
};

/** Whether this user may have a disk as small as it takes; true for root on Linux, in a container not always. */
function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), "loopwright-mount-"));
  try {
    mount(folder);
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}
const hasDisk = canMount();

/** Takes all space, and every name. */
function fill(folder: string): void {
  for (const [name, bytes] of [
    ["fill", Buffer.alloc(1024 * 1024)],
    ...Array.from({ length: 400 }, (_, i) => [`fill-${i}`, Buffer.alloc(0)] as const),
  ] as const) {
    try {
      writeFileSync(join(folder, name), bytes);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      if (name !== "fill") return;
    }
  }
}

const changes: readonly (readonly [tool: string, input: Record<string, unknown>, path: string])[] = [
  ["write_file", { path: "a.txt", content: "c\n".repeat(9_000) }, "a.txt"],
  ["write_file", { path: "n/new.txt", content: "c\n" }, "n/new.txt"],
  ["edit_file", { path: "a.txt", old_str: "a", new_str: "c".repeat(9_000) }, "a.txt"],
  ["create_folder", { path: "x/y" }, "x/y"],
  ["undo_change", { path: "edited.txt" }, "edited.txt"],
];

describe("a full disk under the workspace", () => {
  it.runIf(hasDisk)(
    "is told by every tool that writes, and no file is touched, over stdio and over HTTP",
    async () => {
      const prepare = ({ root }: { readonly root: string }): void => {
        mount(root);
        writeFileSync(join(root, "a.txt"), "a\n");
        writeFileSync(join(root, "edited.txt"), "before\n".repeat(2_000));
      };
      const tidy = ({ root }: { readonly root: string }): void => unmount(root);
      await using ways = await openWays({ prepare, tidy });
      for (const way of ways.all) {
        expect(await way.call("write_file", { path: "edited.txt", content: "after\n" })).toMatchObject({
          isError: false,
        });
        fill(way.root);
        await checkRefused(
          way,
          changes.map(([tool, input, path]) => ({
            tool,
            input,
            code: "full",
            says: [path, "no space is left on the disk (ENOSPC)", "Nothing was changed", "Free some space"],
          })),
        );
        expect((await way.call("read_file", { path: "a.txt" })).text).toContain("1\ta");
        const line = await way.call("run_command", { command: "echo hi > z.txt" });
        expect(line.text).toContain("No space left on device");
      }
    },
    60_000,
  );
});

/** What a full state keeps from being done, and what it does not. */
async function checkFullState(way: Way): Promise<void> {
  const all = [
    ...changes.slice(0, 4),
    ["move_path", { from: "a.txt", to: "b.txt" }, "a.txt"] as const,
    ["delete_path", { path: "a.txt" }, "a.txt"] as const,
  ];
  const cell = ([tool, input]: (typeof all)[number]): Cell => ({
    tool,
    input,
    code: "full",
    says:
      way.name === "stdio"
        ? [
            "could not be kept for an undo (ENOSPC)",
            "nothing was changed",
            "where the server keeps its state",
          ]
        : [
            "audit cannot be written (no space is left on its disk)",
            "the call was not made",
            "administrator",
          ],
  });
  await checkRefused(way, all.map(cell));
  if (way.name === "http") return;
  const before = byteTree(way.root);
  expect((await way.call("read_file", { path: "a.txt" })).text).toContain("1\ta");
  const output = await way.call("run_command", { command: "seq 1 100000 | tail -n 2" });
  expect(output.text).toContain("99999\n100000");
  expect(byteTree(way.root)).toEqual(before);
}

describe("a full disk under the state", () => {
  it.runIf(hasDisk)(
    "keeps every change from being made that could not be undone or audited, over stdio and over HTTP",
    async () => {
      const prepare = ({ state }: { readonly state: string }): void => mount(state);
      const tidy = ({ state }: { readonly state: string }): void => unmount(state);
      await using ways = await openWays({ files: { "a.txt": "a\n" }, prepare, tidy });
      for (const way of ways.all) {
        fill(way.state);
        await checkFullState(way);
      }
    },
    60_000,
  );
});

describe("a disk that gets full in the middle of a write", () => {
  verifies(["TOOL-04", "TOOL-06"], "leaves the file as it was, and nothing beside it", async () => {
    let written = 0;
    using ws = openTestWorkspace(
      { "a.txt": "a\n", "b.txt": "b\n" },
      {
        write: (_fd, bytes) => {
          written += 1;
          if (written % 2 === 0) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
          return Math.ceil(bytes.length / 2);
        },
      },
    );
    const before = byteTree(ws.root);
    for (const [tool, input] of [
      ["write_file", { path: "a.txt", content: "cccc" }],
      ["write_file", { path: "n/new.txt", content: "cccc" }],
      ["edit_file", { path: "b.txt", old_str: "b", new_str: "cccc" }],
    ] as const) {
      const answer = await ws.call(tool, input);
      expect(answer, answer.text).toMatchObject({ isError: true, code: "full" });
      expect(answer.text).toContain("Nothing was changed. Free some space");
      expect(byteTree(ws.root)).toEqual(before);
    }
    expect((await ws.call("list_changes", {})).data).toMatchObject({ total: 0 });
  });
});
