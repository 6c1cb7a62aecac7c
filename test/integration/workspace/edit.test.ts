import { chmodSync, readdirSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { startWorkspaceServer } from "./workspaceServer.ts";

const legacy = {
  "old.cfg": Buffer.from("IyCpIEJlaXNwaWVsIEdtYkgKbGV2ZWwgPSAxCg==", "base64"),
  "sjis.txt": Buffer.from(
    "kEY9kNQNCoxgPYrbDQqR5YKrgrM9j6wNCpFmjd49ltiCzJTCDQqU9Y1sPYKxguqCzYyplnuCxYK3DQo=",
    "base64",
  ),
  "gbk.txt": Buffer.from(
    "serM4jq81w0Kyv3BvzozDQrLtcP3OtXiysfSu7j208PT2rLiytS1xNH5wP3OxLz+o6zE2sjdw7vT0Lqs0uWhow0K",
    "base64",
  ),
};

const edited = {
  "old.cfg": "IyCpIEJlaXNwaWVsIEdtYkgKbGV2ZWwgPSAyCg==",
  "sjis.txt": "kEY9kNQNCoxgPY5sinANCpHlgquCsz2PrA0KkWaN3j2W2ILMlMINCpT1jWw9grGC6oLNjKmWe4LFgrcNCg==",
  "gbk.txt": "serM4jrS0g0Kyv3Bvzo0DQrLtcP3OtXiysfSu7j208PT2rLiytS1xNH5wP3OxLz+o6zE2sjdw7vT0Lqs0uWhow0K",
};

describe("files in another encoding", () => {
  verifies(
    ["TOOL-04", "TOOL-11"],
    "ED-05, ED-06, ED-07: are edited in it, and every other byte stays",
    async () => {
      await using server = await startWorkspaceServer(legacy);
      for (const [path, old_str, new_str, name] of [
        ["old.cfg", "level = 1", "level = 2", "Windows-1252"],
        ["sjis.txt", "形=丸", "形=四角", "Shift_JIS"],
        ["gbk.txt", "标题:甲\n数量:3", "标题:乙\n数量:4", "GBK"],
      ] as const) {
        const answer = await server.call("edit_file", { path, old_str, new_str });
        expect(answer, path).toMatchObject({ isError: false });
        expect(answer.data).toMatchObject({ changed: [{ path, encoding: name }] });
        expect(server.bytes(path).toString("base64")).toBe(edited[path]);
      }
    },
  );

  verifies(
    ["TOOL-04", "TOOL-06"],
    "ED-06: take no character they cannot hold; the refusal names it and the way, the file stays",
    async () => {
      await using server = await startWorkspaceServer(legacy);
      const answer = await server.call("edit_file", { path: "sjis.txt", old_str: "形=丸", new_str: "形=😀" });
      expect(answer).toMatchObject({ isError: true, code: "encoding" });
      expect(answer.text).toContain("is Shift_JIS, which has no 😀 (U+1F600); nothing was written.");
      expect(answer.text).toContain("write_file with encoding: utf-8");
      expect(server.bytes("sjis.txt").equals(legacy["sjis.txt"])).toBe(true);
    },
  );
});

describe("new text", () => {
  verifies(["TOOL-04", "TOOL-11"], "ED-08, ED-09, ED-17: is written as given, byte for byte", async () => {
    await using server = await startWorkspaceServer({
      "badge.html": '<i class="badge">none</i>\n',
      "one.env": "head=1\nPID=OLD\ntail=2\n",
      "many.env": "a=OLD\nb=OLD\n",
      "page.html": "<p>TODO</p>\n",
    });
    const dollars = "/run/$$-$&-$`-$'-$1-$<n>.pid";
    const entities = "5 &lt; 6 &amp;&amp; x=&apos;y&apos; &#39;";
    for (const input of [
      { path: "badge.html", old_str: "none", new_str: "📦 új ✓" },
      { path: "one.env", old_str: "OLD", new_str: dollars },
      { path: "many.env", old_str: "OLD", new_str: "$$x$&", all: true },
      { path: "page.html", old_str: "TODO", new_str: entities },
    ]) {
      const preview = await server.call("edit_file", input, { meta: { "loopwright/preview": true } });
      expect(await server.call("edit_file", input)).toMatchObject({ isError: false });
      expect(preview.data).toMatchObject({ preview: { files: [{ after: server.text(input.path) }] } });
    }
    expect(server.text("badge.html")).toBe('<i class="badge">📦 új ✓</i>\n');
    expect(server.text("one.env")).toBe(`head=1\nPID=${dollars}\ntail=2\n`);
    expect(server.text("many.env")).toBe("a=$$x$&\nb=$$x$&\n");
    expect(server.text("page.html")).toBe(`<p>${entities}</p>\n`);
    const printed = await server.call("run_command", { command: "printf '%s' '&gt;&amp;'" });
    expect(printed.data).toMatchObject({ stdout: "&gt;&amp;", exitCode: 0 });
  });

  verifies(["TOOL-04", "TOOL-11"], "ED-18: leaves the end of the file as it is", async () => {
    await using server = await startWorkspaceServer({
      "a.txt": "one\ntwo",
      "b.txt": "one\ntwo\n",
      "c.txt": "one\ntwo\nthree\n",
    });
    await server.call("edit_file", { path: "a.txt", old_str: "two", new_str: "2" });
    await server.call("edit_file", { path: "b.txt", old_str: "two\n", new_str: "2\n" });
    await server.call("edit_file", { path: "c.txt", old_str: "two\n", new_str: "2\n" });
    await server.call("write_file", { path: "d.txt", content: "no newline here" });
    const texts = ["a.txt", "b.txt", "c.txt", "d.txt"].map(server.text);
    expect(texts).toEqual(["one\n2", "one\n2\n", "one\n2\nthree\n", "no newline here"]);
  });
});

describe("the text to replace", () => {
  verifies(
    ["TOOL-04", "TOOL-11"],
    "ED-10: when ambiguous is counted with its lines, and nothing changes",
    async () => {
      await using server = await startWorkspaceServer({
        "jobs.toml": "[a]\nretry = 3\n[b]\nretry = 3\n[c]\nretry = 3\n",
      });
      const first = await server.call("edit_file", {
        path: "jobs.toml",
        old_str: "retry = 3",
        new_str: "retry = 5",
      });
      expect(first).toMatchObject({ isError: true, code: "ambiguous" });
      expect(first.text).toContain("3 times in jobs.toml, at lines 2, 4, 6");
      await server.call("edit_file", {
        path: "jobs.toml",
        old_str: "[b]\nretry = 3",
        new_str: "[b]\nretry = 5",
      });
      const rest = await server.call("edit_file", {
        path: "jobs.toml",
        old_str: "retry = 3",
        new_str: "retry = 0",
        all: true,
      });
      expect(rest.text).toContain("2 places");
      expect(server.text("jobs.toml")).toBe("[a]\nretry = 0\n[b]\nretry = 5\n[c]\nretry = 0\n");
    },
  );

  verifies(["TOOL-04", "TOOL-11"], "ED-13: when empty never overwrites a file", async () => {
    await using server = await startWorkspaceServer({ "note.md": "tea\n", "blank.md": "" });
    for (const input of [
      { path: "note.md", old_str: "", new_str: "Q", all: true },
      { path: "note.md", old_str: "", new_str: "Q" },
      { path: "blank.md", old_str: "", new_str: "first line\n" },
    ]) {
      const answer = await server.call("edit_file", input);
      expect(answer).toMatchObject({ isError: true, code: "exists" });
      expect(answer.text).toContain("write_file");
    }
    expect([server.text("note.md"), server.text("blank.md")]).toEqual(["tea\n", ""]);
  });

  verifies(
    ["TOOL-04", "TOOL-06", "TOOL-11"],
    "ED-16: when it only looks alike is told apart by character",
    async () => {
      await using server = await startWorkspaceServer({
        "prose.md": "He said “go”.\nprix\u00a0: 5\ncafe\u0301 ouvert\n",
      });
      const edit = async (old_str: string, new_str: string) =>
        await server.call("edit_file", { path: "prose.md", old_str, new_str });
      expect(await edit("go", "stop — “now”, it’s")).toMatchObject({ isError: false });
      expect((await edit("prix : 5", "prix : 6")).text).toContain("U+00A0");
      expect((await edit("café ouvert", "café fermé")).text).toContain("U+0301");
      expect(server.text("prose.md")).toBe(
        "He said “stop — “now”, it’s”.\nprix\u00a0: 5\ncafe\u0301 ouvert\n",
      );
    },
  );

  verifies(
    ["TOOL-04"],
    "with plain line ends matches CRLF text, and the new text takes the file's line ends",
    async () => {
      await using server = await startWorkspaceServer({ "w.txt": "\ufeffa\r\nb\r\nc\r\n" });
      await server.call("edit_file", { path: "w.txt", old_str: "a\nb\n", new_str: "a\nX\nb\n" });
      expect(server.text("w.txt")).toBe("\ufeffa\r\nX\r\nb\r\nc\r\n");
    },
  );
});

describe("a changed file", () => {
  verifies(
    ["TOOL-04", "TOOL-11"],
    "ED-14, ED-15: keeps mode and links, and nothing is left beside it",
    async () => {
      await using server = await startWorkspaceServer({
        "go.sh": "echo one\n",
        "secret.env": "K=1\n",
        "real/app.conf": "on = false\n",
      });
      chmodSync(join(server.root, "go.sh"), 0o755);
      chmodSync(join(server.root, "secret.env"), 0o600);
      symlinkSync("real/app.conf", join(server.root, "app.conf"));
      await server.call("edit_file", { path: "go.sh", old_str: "one", new_str: "two" });
      await server.call("write_file", { path: "secret.env", content: "K=2\n" });
      await server.call("edit_file", { path: "app.conf", old_str: "false", new_str: "true" });
      const modes = ["go.sh", "secret.env"].map((path) => statSync(join(server.root, path)).mode & 0o777);
      expect(modes).toEqual([0o755, 0o600]);
      expect(readlinkSync(join(server.root, "app.conf"))).toBe("real/app.conf");
      expect(server.text("real/app.conf")).toBe("on = true\n");
      expect(readdirSync(server.root).toSorted()).toEqual(["app.conf", "go.sh", "real", "secret.env"]);
    },
  );

  verifies(
    ["TOOL-04", "TOOL-08", "TOOL-11"],
    "RD-08: is stale when another program wrote since the preview",
    async () => {
      await using server = await startWorkspaceServer({ "live.txt": "v1\nkeep\n" });
      const input = { path: "live.txt", old_str: "v1", new_str: "v2" };
      const preview = await server.call("edit_file", input, { meta: { "loopwright/preview": true } });
      const { files } = preview.data["preview"] as {
        files: { path: string; baseHash: string; after: string }[];
      };
      const commit = {
        files: files.map(({ path, baseHash, after }) => ({ path, baseHash, content: after })),
      };
      server.put("live.txt", "v1\nkeep\nuser line\n");
      const stale = await server.call("edit_file", input, { meta: { "loopwright/commit": commit } });
      expect(stale).toMatchObject({ isError: true, code: "stale" });
      expect(stale.text).toContain("changed on disk");
      expect(server.text("live.txt")).toBe("v1\nkeep\nuser line\n");
      const meta = { "loopwright/requestId": "once" };
      const grown = { path: "live.txt", old_str: "keep", new_str: "keep keep" };
      const first = await server.call("edit_file", grown, { meta });
      expect(await server.call("edit_file", grown, { meta })).toMatchObject({
        data: first.data,
        text: first.text,
      });
      expect(server.text("live.txt")).toBe("v1\nkeep keep\nuser line\n");
    },
  );
});
