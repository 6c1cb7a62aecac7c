import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../shared/text/index.ts";
import { CHAIN_START, chainHash, chainText } from "./chain.ts";

const row = {
  sessionId: 'a "b" 会',
  seq: 3,
  at: 17,
  type: "message.user",
  body: '{"a":1,"text":"x"}',
  bytes: 18,
  blob: null,
  isRepaired: false,
};

describe("chainText", () => {
  it("is the canonical JSON of the row, though composed by hand", () => {
    const { isRepaired: _repaired, blob: _blob, body, ...rest } = row;
    const value = { ...rest, body: JSON.parse(body) as unknown };
    expect(chainText(row)).toBe(canonicalJson(value));
    const marked = { ...row, blob: "b".repeat(64), isRepaired: true };
    expect(chainText(marked)).toBe(canonicalJson({ ...value, blob: marked.blob, repaired: true }));
  });
});

describe("chainHash", () => {
  it("is SHA-256 over the hash before and the text", () => {
    const expected = createHash("sha256")
      .update(CHAIN_START + chainText(row), "utf8")
      .digest("hex");
    expect(chainHash(CHAIN_START, row)).toBe(expected);
  });

  it("changes with every part of a row and with what came before", () => {
    const changes = [
      { sessionId: "other" },
      { seq: 4 },
      { at: 18 },
      { type: "turn.ended" },
      { body: "{}" },
      { bytes: 19 },
      { blob: "c".repeat(64) },
      { isRepaired: true },
    ];
    const hashes = [
      chainHash(CHAIN_START, row),
      chainHash("1".repeat(64), row),
      ...changes.map((change) => chainHash(CHAIN_START, { ...row, ...change })),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
