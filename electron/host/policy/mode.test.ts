import { describe, expect } from "vitest";
import type { PolicyMode, Severity } from "../../../shared/contract/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { verdict } from "./mode.ts";

const modes: readonly PolicyMode[] = ["ask", "default", "autoEdit", "plan"];
const above: readonly Severity[] = ["L2", "L3", "L4"];
const edit = (workspaceAutoApplies: boolean, isShownEdit = true) => ({ isShownEdit, workspaceAutoApplies });

describe("the table of modes", () => {
  verifies(["GOV-01", "GOV-02"], "what each mode says of each level, with the workspace's choice off", () => {
    const rows = modes.map((mode) => [
      mode,
      ...above.map((level) => verdict(mode, level, edit(false)).verdict),
    ]);
    expect(rows).toEqual([
      ["ask", "ask", "ask", "ask"],
      ["default", "ask", "ask", "ask"],
      ["autoEdit", "run", "ask", "ask"],
      ["plan", "refuse", "refuse", "refuse"],
    ]);
    for (const mode of modes) expect(verdict(mode, "L1", edit(false)).verdict).toBe("run");
  });

  verifies(
    ["GOV-02"],
    "the workspace's choice lets edits run in the mode default alone, by its own rule",
    () => {
      expect(verdict("default", "L2", edit(true))).toEqual({ verdict: "run", rule: "workspace:autoApply" });
      expect(verdict("ask", "L2", edit(true)).verdict).toBe("ask");
      expect(verdict("plan", "L2", edit(true)).verdict).toBe("refuse");
      for (const mode of ["ask", "default", "autoEdit"] as const)
        for (const level of ["L3", "L4"] as const)
          expect(verdict(mode, level, edit(true)).verdict).toBe("ask");
      expect(verdict("default", "L2", edit(true, false)).verdict).toBe("ask");
    },
  );
});
