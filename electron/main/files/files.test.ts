import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { readJsonFile, RotatingLog, writeJsonFile } from "./index.ts";

const work = mkdtempSync(path.join(tmpdir(), "files-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

it("writes JSON whole, for its owner alone, and leaves nothing beside it", () => {
  const file = path.join(work, "a/state.json");
  writeJsonFile(file, { x: 1 });
  writeJsonFile(file, { x: 2 });
  expect(readJsonFile(file)).toEqual({ x: 2 });
  expect(readdirSync(path.dirname(file))).toEqual(["state.json"]);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("reads a damaged or missing file as nothing", () => {
  writeFileSync(path.join(work, "bad.json"), '{"x":');
  expect(readJsonFile(path.join(work, "bad.json"))).toBeUndefined();
  expect(readJsonFile(path.join(work, "none.json"))).toBeUndefined();
});

it("moves a full log aside and goes on", async () => {
  const log = new RotatingLog(path.join(work, "logs/host.log"), 10);
  log.write("first line\n");
  log.write("second line\n");
  await log.flushed();
  log.write("third\n");
  await log.flushed();
  expect(readFileSync(path.join(work, "logs/host.1.log"), "utf8")).toBe("first line\nsecond line\n");
  expect(readFileSync(log.file, "utf8")).toBe("third\n");
});
