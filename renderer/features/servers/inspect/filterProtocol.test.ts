import { expect, it } from "vitest";
import type { ProtocolEntry } from "../../../../shared/contract/index.ts";
import { filterProtocol } from "./filterProtocol.ts";

const entry = (seq: number, more: Partial<ProtocolEntry>): ProtocolEntry => ({
  seq,
  at: 1,
  direction: "out",
  kind: "request",
  method: "tools/call",
  bytes: 10,
  text: "{}",
  isClipped: false,
  ...more,
});

it("filters the traffic by direction, method and text together", () => {
  const all = [
    entry(1, { text: '{"q":"Berlin"}' }),
    entry(2, { direction: "in", kind: "response", text: '{"a":"berlin"}' }),
    entry(3, { method: "tools/list", id: "7" }),
  ];
  const seqs = (filter: Partial<Parameters<typeof filterProtocol>[1]>): number[] =>
    filterProtocol(all, { direction: "both", method: "", text: "", ...filter }).map(({ seq }) => seq);
  expect(seqs({})).toEqual([1, 2, 3]);
  expect(seqs({ text: "BERLIN" })).toEqual([1, 2]);
  expect(seqs({ text: "berlin", direction: "in" })).toEqual([2]);
  expect(seqs({ method: "tools/list" })).toEqual([3]);
  expect(seqs({ text: "7" })).toEqual([3]);
});
