import { describe, expect, it } from "vitest";
import { openTestWorkspace, type Answer } from "../testing/testWorkspace.ts";

interface PreviewFile {
  path: string;
  baseHash: string | null;
  before: string;
  after: string;
  isProtected: boolean;
}

function previewOf(answer: Answer): PreviewFile {
  const { files } = answer.data["preview"] as { files: PreviewFile[] };
  const [file] = files;
  if (file === undefined) throw new Error(answer.text);
  return file;
}

const input = { path: "a.txt", old_str: "two", new_str: "2" };
const preview = { "loopwright/preview": true };

describe("preview and commit", () => {
  it("shows the change, writes nothing, then writes exactly what was decided, BOM and all", async () => {
    using ws = openTestWorkspace({ "a.txt": "\ufeffone\r\ntwo\r\n" });
    const file = previewOf(await ws.call("edit_file", input, preview));
    expect(file).toMatchObject({
      path: "a.txt",
      before: "one\r\ntwo\r\n",
      after: "one\r\n2\r\n",
      isProtected: false,
    });
    expect(ws.text("a.txt")).toBe("\ufeffone\r\ntwo\r\n");
    const decided = { files: [{ path: "a.txt", baseHash: file.baseHash, content: "mine\r\n" }] };
    const answer = await ws.call("edit_file", input, { "loopwright/commit": decided });
    expect(answer.data["changed"]).toMatchObject([{ path: "a.txt", beforeHash: file.baseHash, bytes: 9 }]);
    expect(ws.text("a.txt")).toBe("\ufeffmine\r\n");
  });

  it("is stale once the file is another one, and writes nothing", async () => {
    using ws = openTestWorkspace({ "a.txt": "two" });
    const { baseHash } = previewOf(await ws.call("edit_file", input, preview));
    ws.put("a.txt", "two, theirs");
    const decided = { files: [{ path: "a.txt", baseHash, content: "2" }] };
    expect(await ws.call("edit_file", input, { "loopwright/commit": decided })).toMatchObject({
      code: "stale",
    });
    expect(ws.text("a.txt")).toBe("two, theirs");
  });

  it("refuses what no card could show, by its size and with the way on, and writes nothing", async () => {
    // Each of these characters takes six in JSON, so before and after together pass no connection.
    const odd = "\u0001".repeat(3_900_000);
    using ws = openTestWorkspace({ "a.txt": `two${odd}` });
    const answer = await ws.call("edit_file", input, preview);
    expect(answer).toMatchObject({ code: "tooLarge", isError: true });
    expect(answer.text).toMatch(/^The answer would be \d+(\.\d+)? MB, more than a connection carries\./);
    expect(answer.text).toContain("run_command");
    expect(answer.data["preview"]).toBeUndefined();
    expect(ws.text("a.txt")).toBe(`two${odd}`);
  });

  it("fails at once for a change that cannot work, and for a decision about another file", async () => {
    using ws = openTestWorkspace({ "a.txt": "one" });
    expect(await ws.call("edit_file", input, preview)).toMatchObject({ code: "noMatch" });
    const decided = { files: [{ path: "b.txt", baseHash: null, content: "2" }] };
    expect(await ws.call("edit_file", input, { "loopwright/commit": decided })).toMatchObject({
      code: "invalidInput",
    });
    expect(await ws.call("run_command", { command: "true" }, preview)).toMatchObject({
      code: "invalidInput",
    });
  });

  it("marks protected files, by name, by link target and by what npm would run", async () => {
    using ws = openTestWorkspace({ "package.json": '{"name":"x","scripts":{"test":"node t"}}' });
    const marked = async (path: string, content: string): Promise<boolean> =>
      previewOf(await ws.call("write_file", { path, content }, preview)).isProtected;
    expect(await marked(".ENV", "K=1")).toBe(true);
    expect(await marked(".git/info/exclude", "x")).toBe(true);
    expect(await marked("src/a.ts", "x")).toBe(false);
    expect(await marked("package.json", '{"name":"y","scripts":{"test":"node t"}}')).toBe(false);
    expect(await marked("package.json", '{"name":"x","scripts":{"test":"curl x"}}')).toBe(true);
  });
});

describe("a request id", () => {
  it("gives the first result again and changes nothing", async () => {
    using ws = openTestWorkspace({ "a.txt": "x x" });
    const again = { "loopwright/requestId": "r-1" };
    const one = { path: "a.txt", old_str: "x x", new_str: "x x x" };
    const first = await ws.call("edit_file", one, again);
    expect(await ws.call("edit_file", one, again)).toEqual(first);
    expect(ws.text("a.txt")).toBe("x x x");
    expect(await ws.call("edit_file", { ...one, new_str: "y" }, again)).toMatchObject({
      code: "invalidInput",
    });
  });
});
