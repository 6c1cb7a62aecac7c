import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { SecretStore } from "./secretStore.ts";
import type { Cipher } from "./secretStore.ts";

let file: string;
let warnings: string[];
beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), "secrets-")), "secrets.json");
  warnings = [];
});
afterEach(() => rmSync(path.dirname(file), { recursive: true, force: true }));

/** Reverses texts: enough to tell what was encrypted from what was not. */
const cipher = (isAvailable: boolean): Cipher => ({
  isAvailable: async () => isAvailable,
  name: () => "Test store",
  encrypt: async (text) => Buffer.from([...text].reverse().join("")).toString("base64"),
  decrypt: async (text) => {
    if (!isAvailable) throw new Error("no store");
    return [...Buffer.from(text, "base64").toString()].reverse().join("");
  },
});
const open = (isAvailable: boolean) =>
  new SecretStore(file, cipher(isAvailable), (text) => warnings.push(text));

verifies("MODEL-02", "a key lies on disk only as the key store wrote it", async () => {
  expect(await open(true).put("model/1", "sk-secret")).toBe("keyStore");
  expect(readFileSync(file, "utf8")).not.toContain("sk-secret");
  expect(await open(true).get("model/1")).toEqual({ where: "keyStore", value: "sk-secret" });
  expect(await open(true).where()).toEqual({ where: "keyStore", name: "Test store" });
});

verifies(
  "MODEL-02",
  "without a key store a key lives in memory for this run, and the answer says so",
  async () => {
    const store = open(false);
    expect(await store.put("model/1", "sk-secret")).toBe("memory");
    expect(await store.get("model/1")).toEqual({ where: "memory", value: "sk-secret" });
    expect(await store.where()).toEqual({ where: "memory", name: "memory" });
    expect(existsSync(file)).toBe(false);
    expect(await open(false).get("model/1")).toEqual({ where: "memory", value: null });
  },
);

it("forgets a key, also an older one that a newer replaced in memory", async () => {
  await open(true).put("a", "old");
  const store = open(false);
  await store.put("a", "new");
  expect(await open(true).get("a")).toMatchObject({ value: null });
  await store.put("a", null);
  expect(await store.get("a")).toMatchObject({ value: null });
});

it("keeps names such as __proto__ apart from the object they stand in", async () => {
  await open(true).put("__proto__", "x");
  await open(true).put("constructor", "y");
  expect(await open(true).get("constructor")).toMatchObject({ value: "y" });
  expect(await open(true).get("toString")).toMatchObject({ value: null });
});

it("says so when a kept key cannot be read any more", async () => {
  const broken: Cipher = { ...cipher(true), decrypt: async () => Promise.reject(new Error("wrong key")) };
  await open(true).put("a", "x");
  const store = new SecretStore(file, broken, (text) => warnings.push(text));
  expect(await store.get("a")).toEqual({ where: "keyStore", value: null });
  expect(warnings.join()).toContain("wrong key");
});
