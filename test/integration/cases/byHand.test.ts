import { lstatSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { openChat } from "../../cases/chat.ts";
import { startHost } from "../../fakes/hostProcess.ts";
import { calls, chunks, fails, says } from "../../fakes/modelServer.ts";
import { makeWorkspace, scriptedRun } from "../../fakes/workspace.ts";

/** Cases whose steps or rules are written in words, or that also need a tool which is not built yet: played by hand. */
describe("cases played by hand", () => {
  it("RD-08: an access time does not matter; a change made while the card is open is not lost", async () => {
    using workspace = makeWorkspace({ "live.txt": "v1\nkeep\n" });
    const file = path.join(workspace.path, "live.txt");
    await using host = await startHost();
    let isOutsideWriteDue = false;
    const onApproval = (): void => {
      if (isOutsideWriteDue) writeFileSync(file, "v2\nkeep\nuser line\n");
    };
    const chat = await openChat(host, workspace.path, { onApproval });
    try {
      await chat.call("read_file", { path: "live.txt" });
      utimesSync(file, new Date(), lstatSync(file).mtime);
      const first = await chat.call("edit_file", { path: "live.txt", old_str: "v1", new_str: "v2" });
      expect(first.isOk).toBe(true);
      expect(workspace.read("live.txt")).toBe("v2\nkeep\n");

      isOutsideWriteDue = true;
      const second = await chat.call("edit_file", { path: "live.txt", old_str: "v2", new_str: "v3" });
      expect(second.isOk).toBe(false);
      expect(second.text).toMatch(/chang|modif/i);
      expect(workspace.read("live.txt")).toBe("v2\nkeep\nuser line\n");
    } finally {
      await chat.close();
    }
  });

  it.runIf(process.platform !== "win32")(
    "RD-05: odd names are found, listed, read and edited under their exact names",
    async () => {
      const names = [
        "two words.md",
        "{type} card.md",
        "a[1].md",
        "part:two/x.md",
        "-rf.md",
        "🎈 né.md",
        "line\nbreak.md",
      ];
      using workspace = makeWorkspace(Object.fromEntries(names.map((name) => [name, "mark\n"])));
      await using host = await startHost();
      const chat = await openChat(host, workspace.path);
      try {
        const search = await chat.call("search_code", { pattern: "mark" });
        expect(search.structured).toMatchObject({ total: 7, files: 7 });
        const { hits } = search.structured as { hits: { path: string }[] };
        expect(hits.map((hit) => hit.path).sort()).toEqual([...names].sort());
        expect((await chat.call("find_files", { glob: "*two words*" })).text).toContain("two words.md");
        const list = await chat.call("list_files", { path: "." });
        for (const name of names) expect(list.text).toContain(name.split("/")[0]?.replace("\n", "\\n"));
        expect((await chat.call("read_file", { path: "-rf.md" })).text).toContain("mark");
        await chat.call("read_file", { path: "{type} card.md" });
        await chat.call("edit_file", { path: "{type} card.md", old_str: "mark", new_str: "seen" });
        expect(workspace.read("{type} card.md")).toBe("seen\n");
        await chat.call("read_file", { path: "line\nbreak.md" });
        await chat.call("edit_file", { path: "line\nbreak.md", old_str: "mark", new_str: "seen" });
        expect(workspace.read("line\nbreak.md")).toBe("seen\n");
      } finally {
        await chat.close();
      }
    },
  );

  it("RD-04: a wide search skips what is ignored, says so, and an exact ignored path is still found", async () => {
    using workspace = makeWorkspace({
      ".gitignore": "dist/\nnode_modules/\n",
      "dist/out.js": "needle\n",
      "src/in.js": "needle\n",
    });
    for (let dir = 0; dir < 40; dir += 1) {
      const folder = path.join(workspace.path, "node_modules", `d${dir}`);
      mkdirSync(folder, { recursive: true });
      for (let file = 0; file < 50; file += 1) writeFileSync(path.join(folder, `f${file}.js`), "needle\n");
    }
    await using host = await startHost();
    const chat = await openChat(host, workspace.path);
    try {
      expect((await chat.call("find_files", { glob: "dist/out.js" })).text).toMatch(
        /1 more matches in ignored places: dist/,
      );
      const wide = await chat.call("search_code", { pattern: "needle" });
      expect(wide.text).toContain("src/in.js");
      expect(wide.text).not.toContain("out.js");
      expect(wide.text).toMatch(/ignored|skipped/);
      expect(wide.text.length).toBeLessThan(20_000);
      expect(wide.ms).toBeLessThan(10_000);
      expect((await chat.call("search_code", { pattern: "needle", path: "dist/out.js" })).text).toContain(
        "dist/out.js",
      );
      const list = await chat.call("list_files", { path: "." });
      expect(list.text).toMatch(/node_modules\/ \(ignored/);
      expect(list.text.length).toBeLessThan(20_000);
    } finally {
      await chat.close();
    }
  });

  it.runIf(process.platform !== "win32")(
    "ED-15 (without undo): an edit through a link keeps the link and changes the real file",
    async () => {
      using workspace = makeWorkspace({ "real/app.conf": "on = false\n" });
      symlinkSync("real/app.conf", path.join(workspace.path, "app.conf"));
      await using host = await startHost();
      const chat = await openChat(host, workspace.path);
      try {
        await chat.call("read_file", { path: "real/app.conf" });
        const edit = await chat.call("edit_file", { path: "app.conf", old_str: "false", new_str: "true" });
        expect(edit.isOk).toBe(true);
        expect(lstatSync(path.join(workspace.path, "app.conf")).isSymbolicLink()).toBe(true);
        expect(readFileSync(path.join(workspace.path, "real/app.conf"), "utf8")).toBe("on = true\n");
      } finally {
        await chat.close();
      }
    },
  );

  it("ST-13 (its first stream): reasoning goes back to the model with the call it led to, and is no answer", async () => {
    const piece = (delta: unknown, finish: string | null = null) => ({
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    const call = { index: 0, id: "q1", type: "function", function: { name: "list_files", arguments: "{}" } };
    const stream = chunks([
      piece({ role: "assistant", reasoning_content: "look first" }),
      piece({ tool_calls: [call] }),
      piece({}, "tool_calls"),
    ]);
    for (const writing of ["asScripted", "byteByByte"] as const) {
      await using run = await scriptedRun([stream, says("done")], { server: { writing } });
      await run.session.send("go");
      const state = await run.session.ended();
      const sent = run.model.requests[1]?.body.messages.find((message) => message.role === "assistant");
      expect(sent).toMatchObject({
        reasoning_content: "look first",
        tool_calls: [{ function: { name: "list_files" } }],
      });
      expect(state.steps.map((step) => step.text)).toEqual(["", "done"]);
      expect(state.steps[0]?.reasoning).toBe("look first");
    }
  }, 120_000);

  it("PV-06: a request that is too long stops with the reason told, is not sent on and on, and adds nothing to the history", async () => {
    let limit = Infinity;
    const tooLong = fails(400, "too long", {}, { code: "context_length_exceeded" });
    await using run = await scriptedRun(
      ({ body }, index) => {
        const bytes = Buffer.byteLength(JSON.stringify(body));
        if (index === 0) limit = bytes + 6000;
        if (bytes > limit) return tooLong;
        return index === 0 ? calls("read_file", { path: "long.txt" }) : says("done");
      },
      { files: { "long.txt": `${"word word word word\n".repeat(1000)}` } },
    );
    await run.session.send("go");
    const state = await run.session.ended();
    expect(state.turns.at(-1)?.reason).toBe("modelFailed");
    expect(`${state.turns.at(-1)?.error?.message} ${state.turns.at(-1)?.error?.detail}`).toMatch(
      /context|too long/i,
    );
    const count = run.model.requests.length;
    expect(count).toBeLessThanOrEqual(5);

    await run.session.send("and now?");
    expect((await run.session.ended()).state).toBe("idle");
    const [before, after] = [run.model.requests[count - 1], run.model.requests[count]].map(
      (request) => request?.body.messages ?? [],
    );
    expect(after?.slice(0, before?.length)).toEqual(before);
    expect(after?.slice(before?.length)).toEqual([{ role: "user", content: "and now?" }]);
  });
});
