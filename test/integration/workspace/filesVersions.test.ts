import { linkSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { startWorkspaceServer } from "./workspaceServer.ts";

describe("the version of a file", () => {
  verifies(
    ["TOOL-02", "TOOL-04"],
    "is said by every read and change, and a change made for another one is stale",
    async () => {
      await using server = await startWorkspaceServer({ "a.txt": "one\n" });
      symlinkSync("a.txt", join(server.root, "link.txt"));
      const read = await server.call("read_file", { path: "link.txt" });
      const hash = String(read.data["hash"]);
      expect(read.data).toMatchObject({ path: "link.txt", realPath: join(server.root, "a.txt") });
      expect(read.text).toContain(`the file is a.txt; hash ${hash.slice(7, 19)}\n`);
      const edit = { path: "a.txt", old_str: "one", new_str: "two" };
      const first = await server.call("edit_file", { ...edit, base_hash: hash.slice(7, 19) });
      expect(first).toMatchObject({ isError: false, data: { changed: [{ beforeHash: hash }] } });
      for (const [tool, input] of [
        ["edit_file", { path: "a.txt", old_str: "two", new_str: "3", base_hash: hash }],
        ["write_file", { path: "a.txt", content: "3", base_hash: hash }],
        ["write_file", { path: "gone.txt", content: "3", base_hash: hash }],
      ] as const) {
        const stale = await server.call(tool, input);
        expect(stale, tool).toMatchObject({ isError: true, code: "stale" });
        expect(stale.text).toContain("Read it again");
      }
      expect(server.text("a.txt")).toBe("two\n");
      const [now] = first.data["changed"] as { afterHash: string }[];
      expect(first.text.split("\n")[0]).toContain(`hash ${now?.afterHash.slice(7, 19)}.`);
      const last = { path: "a.txt", content: "3", base_hash: now?.afterHash };
      expect(await server.call("write_file", last)).toMatchObject({ isError: false });
      expect(await server.call("write_file", { ...last, base_hash: "xyz" })).toMatchObject({
        code: "invalidInput",
      });
    },
  );

  verifies(["TOOL-04", "TOOL-06"], "and its diff come from the bytes that were written", async () => {
    await using server = await startWorkspaceServer({ "w.txt": "\ufeffa\r\nb\r\nc" });
    const { data } = await server.call("edit_file", { path: "w.txt", old_str: "a\nb", new_str: "a\nX\nb" });
    expect(server.text("w.txt")).toBe("\ufeffa\r\nX\r\nb\r\nc");
    expect(data["changed"]).toMatchObject([
      {
        diff: "--- a/w.txt\n+++ b/w.txt\n@@ -1,3 +1,4 @@\n a\r\n+X\r\n b\r\n c\n\\ No newline at end of file\n",
        linesAdded: 1,
        linesRemoved: 0,
      },
    ]);
  });

  verifies(["TOOL-01", "TOOL-04"], "with a second name outside is not changed", async () => {
    await using server = await startWorkspaceServer({ "a.txt": "one\n" });
    linkSync(join(server.root, "a.txt"), join(server.outside, "b.txt"));
    const refused = await server.call("edit_file", { path: "a.txt", old_str: "one", new_str: "two" });
    expect(refused).toMatchObject({ isError: true, code: "denied" });
    expect(refused.text).toContain("2 hard links");
    expect(readFileSync(join(server.outside, "b.txt"), "utf8")).toBe("one\n");
  });
});
