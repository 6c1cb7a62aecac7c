import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { describeTool, diffTools } from "./describe.ts";
import { ToolNames } from "./names.ts";
import { toolSeverity, type ServerStanding } from "./severity.ts";

const standing = (more: Partial<ServerStanding> = {}): ServerStanding => ({
  isBundled: false,
  isTrusted: false,
  isRemote: false,
  ...more,
});
const hinted = (annotations: unknown) => ({ name: "x", inputSchema: { type: "object" }, annotations });

describe("toolSeverity", () => {
  verifies(
    ["GOV-01"],
    "SEC-MCP-02: a server's own hints raise a level, and lower it only on a trusted server without contradiction",
    () => {
      const reader = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
      expect(toolSeverity(hinted(reader), standing({ isRemote: true }))).toBe("L4");
      expect(toolSeverity(hinted(reader), standing())).toBe("L3");
      expect(toolSeverity(hinted({ readOnlyHint: true }), standing({ isTrusted: true }))).toBe("L3");
      expect(toolSeverity(hinted({ destructiveHint: true }), standing({ isTrusted: true }))).toBe("L3");
      expect(
        toolSeverity(hinted({ readOnlyHint: "true", openWorldHint: false }), standing({ isTrusted: true })),
      ).toBe("L3");
      expect(
        toolSeverity(
          hinted({ readOnlyHint: true, destructiveHint: true, openWorldHint: false }),
          standing({ isTrusted: true }),
        ),
      ).toBe("L3");
      expect(
        toolSeverity(hinted({ openWorldHint: true, readOnlyHint: true }), standing({ isTrusted: true })),
      ).toBe("L4");
      expect(toolSeverity(hinted("nonsense"), standing())).toBe("L3");
      expect(
        toolSeverity(hinted({ readOnlyHint: true, openWorldHint: false }), standing({ isTrusted: true })),
      ).toBe("L2");
    },
  );

  it("takes a bundled tool's own word, and nobody else's", () => {
    const stated = {
      ...hinted(undefined),
      _meta: { "loopwright/severity": "L1", "loopwright/timeoutMs": 1234, "loopwright/preview": true },
    };
    const listed = { name: "x", raw: stated, problem: null };
    const bundled = describeTool(listed, "x", { ...standing({ isBundled: true }), callTimeoutMs: undefined });
    expect(bundled).toMatchObject({ info: { severity: "L1", timeoutMs: 1234 }, canPreview: true });
    const foreign = describeTool(listed, "s__x", { ...standing({ isTrusted: true }), callTimeoutMs: 9000 });
    expect(foreign).toMatchObject({ info: { severity: "L3", timeoutMs: 9000 }, canPreview: false });
    expect(
      toolSeverity({ name: "x", _meta: { "loopwright/severity": "L0" } }, standing({ isBundled: true })),
    ).toBe("L3");
  });
});

describe("toolSandbox", () => {
  verifies(["GOV-09"], "believes the bundled server alone, and only words it knows", () => {
    const sandbox = { kind: "none", cause: "missing", reason: "why" };
    const of = (said: unknown, isBundled = true): unknown => {
      const raw = { name: "x", inputSchema: { type: "object" }, _meta: { "loopwright/sandbox": said } };
      const more = { ...standing({ isBundled }), callTimeoutMs: undefined };
      return describeTool({ name: "x", raw, problem: null }, "x", more).sandbox;
    };
    expect(of(sandbox)).toEqual(sandbox);
    expect([of(sandbox, false), of({ ...sandbox, kind: "total" }), of("none")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("ToolNames", () => {
  it("cleans, cuts and tells apart; the same tool keeps its name", () => {
    const names = new ToolNames();
    expect(names.nameOf("s1", "my files", "read.text")).toBe("my_files__read_text");
    const clash = names.nameOf("s1", "my files", "read_text");
    expect(clash).toMatch(/^my_files__read_text_[0-9a-f]{6}$/);
    expect(names.nameOf("s1", "my files", "read_text")).toBe(clash);
    expect(names.nameOf("s2", "my_files", "read.text")).not.toBe("my_files__read_text");
    const long = names.nameOf("s1", "my files", "t".repeat(128));
    expect(long).toMatch(/^[A-Za-z0-9_-]{64}$/);
    expect(names.nameOf("s1", "my files", `${"t".repeat(127)}u`)).not.toBe(long);
    names.release("s1");
    expect(names.nameOf("s3", "my files", "read text")).toBe("my_files__read_text");
  });
});

describe("diffTools", () => {
  it("names what came, went and changed, by the whole definition", () => {
    const known = (name: string, more: object = {}) =>
      describeTool({ name, raw: { name, inputSchema: { type: "object" }, ...more }, problem: null }, name, {
        ...standing(),
        callTimeoutMs: undefined,
      });
    const before = [known("a"), known("b"), known("c", { description: "1", _meta: { x: 1 } })];
    const after = [
      known("c", { _meta: { x: 1 }, description: "1" }),
      known("b", { annotations: { readOnlyHint: true } }),
      known("d"),
    ];
    expect(diffTools(before, after)).toEqual({ added: ["d"], removed: ["a"], changed: ["b"] });
  });
});
