import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createKeys } from "./keys.ts";
import { createRedactor } from "./redact.ts";

describe("the redactor", () => {
  verifies(
    "MODEL-02",
    "known secrets are replaced wherever they stand, also inside JSON text and keys of the log",
    async () => {
      const redactor = createRedactor();
      const keys = createKeys(redactor, null);
      expect(await keys.put("model:1", "sk-very-secret-1234")).toBe("memory");
      const value = { text: "key is sk-very-secret-1234.", list: ["x", { deep: "sk-very-secret-1234" }] };
      expect(redactor.redact(value)).toEqual({
        text: "key is [secret:model:1].",
        list: ["x", { deep: "[secret:model:1]" }],
      });
      expect(value.text).toContain("sk-very");
      await keys.put("model:1", null);
      expect(redactor.redact(value)).toBe(value);
    },
  );

  it("replaces the values of secret-looking fields, in arguments that are JSON text too", () => {
    const { redact } = createRedactor();
    expect(redact({ password: "hunter2", path: "password.txt", new_str: "password = hunter2" })).toEqual({
      password: "[secret:password]",
      path: "password.txt",
      new_str: "password = hunter2",
    });
    expect(redact({ argumentsText: '{"api_key":"abc","path":"a"}' })).toEqual({
      argumentsText: '{"api_key":"[secret:api_key]","path":"a"}',
    });
    expect(redact({ argumentsText: '{"api_key": broken' })).toEqual({ argumentsText: '{"api_key": broken' });
  });

  it("gives the same object back when there is nothing to replace, and leaves short values alone", () => {
    const redactor = createRedactor();
    redactor.know("short", "abc");
    const value = { a: ["abc", { b: 1 }], arguments: { token: 5 } };
    expect(redactor.redact(value)).toBe(value);
  });

  it("does not read dollar signs of a name or value as patterns", () => {
    const redactor = createRedactor();
    redactor.know("$&", "$1secret$");
    expect(redactor.redact("a $1secret$ b")).toBe("a [secret:$&] b");
  });
});
