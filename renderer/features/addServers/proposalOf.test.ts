import { expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import type { ServerCandidate } from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";
import { proposalOf } from "./proposalOf.ts";

const asking: ServerCandidate = {
  givenName: "a",
  definition: {
    name: "a",
    transport: {
      kind: "http",
      url: "https://a.example",
      headers: { A: "Bearer ${input:key}", B: "${input:where}" },
    },
    fillsIn: true,
  },
  notes: [remark("importFillIn", { places: "input:key" }), remark("importAllowed")],
  isReady: false,
  fields: [
    { key: "key", label: "Key", kind: "string", isRequired: false, isSecret: true, isMultiple: false },
    {
      key: "where",
      label: "Where",
      kind: "string",
      isRequired: false,
      isSecret: false,
      isMultiple: false,
      preset: "eu",
    },
  ],
};

verifies(
  "MCP-05",
  "what a server asks for is filled in before its consent page; the note stays until nothing is missing",
  () => {
    expect(proposalOf(asking, { key: "k" })).toEqual({
      definition: {
        name: "a",
        transport: { kind: "http", url: "https://a.example", headers: { A: "Bearer k", B: "eu" } },
      },
      notes: [remark("importAllowed")],
    });
    const unfilled = proposalOf(asking, {});
    expect(unfilled.notes).toEqual(asking.notes);
    expect(unfilled.definition).toMatchObject({
      fillsIn: true,
      transport: { headers: { A: "Bearer ${input:key}", B: "eu" } },
    });
  },
);
