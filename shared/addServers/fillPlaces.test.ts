import { expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import type { ServerDefinition } from "../contract/index.ts";
import { fillPlaces } from "./fillPlaces.ts";

const asking: ServerDefinition = {
  name: "a",
  transport: {
    kind: "stdio",
    command: "node",
    args: ["--key", "${input:key}", "${input:where}/${input:where}"],
    env: { KEY: "Bearer ${input:key}" },
  },
  fillsIn: true,
};

verifies(
  "MCP-05",
  "values that were asked for are put into their places as typed, and an empty one leaves its place",
  () => {
    expect(fillPlaces(asking, { key: "$& ${env:HOME}", where: "eu" })).toEqual({
      isFilled: true,
      definition: {
        name: "a",
        transport: {
          kind: "stdio",
          command: "node",
          args: ["--key", "$& ${env:HOME}", "eu/eu"],
          env: { KEY: "Bearer $& ${env:HOME}" },
        },
      },
    });
    const half = fillPlaces(asking, { key: "k", where: "" });
    expect(half).toMatchObject({ isFilled: false, definition: { fillsIn: true } });
    expect(half.definition.transport).toMatchObject({
      args: ["--key", "k", "${input:where}/${input:where}"],
    });
  },
);

verifies("MCP-05", "a place of the environment goes on being filled in at each start", () => {
  const far: ServerDefinition = {
    name: "b",
    transport: { kind: "http", url: "https://${input:host}/mcp", headers: { X: "${env:X}" } },
    fillsIn: true,
  };
  expect(fillPlaces(far, { host: "h.example" })).toEqual({
    isFilled: true,
    definition: {
      ...far,
      transport: { kind: "http", url: "https://h.example/mcp", headers: { X: "${env:X}" } },
    },
  });
});
