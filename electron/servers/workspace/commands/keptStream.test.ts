import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { closedFileBacking, memoryBacking, newFileBacking } from "./backing.ts";
import { captureOf } from "./capture.ts";
import { KeptStream } from "./keptStream.ts";
import { outputFolder, type SavedCommand } from "./outputFolder.ts";

const MB = 1024 * 1024;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "loopwright-kept-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const inFolder = (): KeptStream => new KeptStream(() => newFileBacking(join(folder, "out")));

/** 1 MB in which every byte tells where it is. */
const wordOf = (number: number): string => `${String(number).padStart(7, "0")} `;
const block = (number: number): Buffer => Buffer.alloc(MB, wordOf(number));
const expected = (offset: number, length: number): string => {
  const first = Math.floor(offset / MB);
  const blocks = Math.floor((offset + length) / MB) - first + 1;
  const all = Buffer.concat(Array.from({ length: blocks }, (_, i) => block(first + i)));
  return all.subarray(offset - first * MB, offset - first * MB + length).toString("latin1");
};

describe("KeptStream", () => {
  verifies(
    ["TOOL-05"],
    "CM-09: keeps the first 28 and the last 4 MB of a longer stream, byte for byte",
    () => {
      const stream = inFolder();
      const one = Buffer.alloc(MB);
      const held = process.memoryUsage().rss;
      for (let i = 0; i < 100; i += 1) stream.push(one.fill(wordOf(i)));
      expect(process.memoryUsage().rss - held).toBeLessThan(60 * MB);
      expect(stream.total).toBe(100 * MB);
      expect(stream.gap).toEqual({ from: 28 * MB, to: 96 * MB });
      for (const offset of [0, 5 * MB + 3, 28 * MB - 10, 96 * MB, 98 * MB - 5, 100 * MB - 7]) {
        const { bytes, from } = stream.read(offset, 20);
        expect(from).toBe(offset);
        expect(bytes.toString("latin1")).toBe(expected(offset, bytes.length));
      }
      expect(stream.read(28 * MB - 10, 20).bytes).toHaveLength(10);
      expect(stream.read(100 * MB - 7, 20).bytes).toHaveLength(7);
      expect(stream.read(50 * MB, 20).from).toBe(96 * MB);
      stream.finish(true);
      const { layout } = stream;
      expect(statSync(join(folder, "out"))).toMatchObject({ size: 32 * MB, mode: 0o100600 });
      expect(stream.read(98 * MB - 5, 20).bytes.toString("latin1")).toBe(expected(98 * MB - 5, 20));
      if (layout === null) throw new Error("it is in its file");
      const again = KeptStream.restore(closedFileBacking(join(folder, "out")), layout);
      expect(again.read(98 * MB - 5, 20).bytes.toString("latin1")).toBe(expected(98 * MB - 5, 20));
    },
  );
  it("reads back any range of any pieces", () => {
    const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40_000 }), { maxLength: 8 });
    fc.assert(
      fc.property(chunks, fc.nat(200_000), fc.nat(200_000), (parts, offset, length) => {
        rmSync(join(folder, "out"), { force: true });
        const stream = inFolder();
        for (const part of parts) stream.push(Buffer.from(part));
        const all = Buffer.concat(parts);
        const { bytes, from } = stream.read(offset, length);
        expect(from).toBe(Math.min(offset, all.length));
        expect(bytes.equals(all.subarray(from, from + length))).toBe(true);
        stream.finish(false);
      }),
      { seed: 20_261_130, numRuns: 60 },
    );
  });

  it("goes on without a file when there can be none, and keeps both ends", () => {
    const stream = new KeptStream(() => {
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    });
    for (let i = 0; i < 10; i += 1) stream.push(block(i));
    expect(stream.failure).toMatchObject({ code: "ENOSPC" });
    expect(stream.gap).toEqual({ from: MB, to: 6 * MB });
    expect(stream.read(10, 20).bytes.toString("latin1")).toBe(expected(10, 20));
    expect(stream.read(10 * MB - 20, 20).bytes.toString("latin1")).toBe(expected(10 * MB - 20, 20));
    expect(stream.layout).toBeNull();
  });

  it.each([3, 28])("keeps what it has when the disk is full at %d MB, and the end", (fullAt) => {
    const memory = memoryBacking();
    const stream = new KeptStream(() => ({
      ...memory,
      write: (bytes, at) => {
        if (at + bytes.length > fullAt * MB) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
        memory.write(bytes, at);
      },
    }));
    for (let i = 0; i < 40; i += 1) stream.push(block(i));
    stream.finish(true);
    const kept = fullAt * MB;
    expect(stream.gap).toEqual({ from: kept, to: 36 * MB });
    expect(stream.layout).toBeNull();
    expect(stream.read(kept - 20, 40).bytes.toString("latin1")).toBe(expected(kept - 20, 20));
    expect(stream.read(kept, 20)).toEqual({ bytes: Buffer.from(expected(36 * MB, 20)), from: 36 * MB });
  });
});

describe("captureOf", () => {
  it("takes the first and last 2 MB of a longer stream, cut between characters", () => {
    const stream = inFolder();
    const chunk = Buffer.from("界".repeat(21_845));
    for (let i = 0; i < 200; i += 1) stream.push(chunk);
    stream.push(Buffer.from("LAST"));
    const { text, bytes, omittedBytes, lostBytes, invalid } = captureOf(stream, null, false);
    expect({ bytes, invalid, lostBytes }).toEqual({
      bytes: 200 * chunk.length + 4,
      invalid: 0,
      lostBytes: 0,
    });
    expect(text).toMatch(/^界+\n\[… \d+\.\d MB not in this result …\]\n界+LAST$/);
    const shown = Buffer.byteLength(text.replace(/\n\[.*\]\n/, ""));
    expect(shown + omittedBytes).toBe(bytes);
    expect(shown).toBeLessThanOrEqual(4 * MB);
  });
});

describe("the folder of outputs", () => {
  const saved: SavedCommand = {
    label: "x",
    cwd: ".",
    sandbox: "none",
    startedAt: 1,
    exitCode: 0,
    signal: null,
    stoppedBy: null,
    durationMs: 5,
    stdout: null,
    stderr: null,
  };

  it("keeps the newest 50, gives them back, and takes nothing that is in use", () => {
    const outputs = outputFolder(folder);
    outputs.create("c-00000000", "stdout").close();
    for (let i = 1; i <= 60; i += 1) {
      const id = `c-${String(i).padStart(8, "0")}`;
      outputs.create(id, "stdout").close();
      outputs.save(id, { ...saved, startedAt: i }, (other) => other === "c-00000000");
    }
    const names = readdirSync(join(folder, "outputs"));
    expect(names).toContain("c-00000000.stdout");
    expect(names.filter((name) => name.endsWith(".json")).length).toBeLessThanOrEqual(50);
    expect(outputs.load("c-00000060")).toEqual({ ...saved, startedAt: 60 });
    expect(outputs.load("c-99999999")).toBeUndefined();
  });
});
