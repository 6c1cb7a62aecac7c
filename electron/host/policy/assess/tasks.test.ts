import { beforeAll, describe, expect } from "vitest";
import type { ServerId } from "../../../../shared/contract/index.ts";
import { verifies } from "../../../../test/verifies.ts";
import { assess } from "./assess.ts";
import { initCommandParser } from "./command/index.ts";
import { taskTools } from "./tasks.ts";
import type { AssessInput, Assessment } from "./types.ts";

beforeAll(async () => {
  await initCommandParser();
});

const judge = (
  name: string,
  args: AssessInput["args"],
  severity: "L1" | "L2" | "L3" = "L3",
  annotations: AssessInput["entry"]["annotations"] = {},
): Assessment =>
  assess({
    entry: {
      serverId: "s1" as ServerId,
      name,
      isBundled: true,
      isTrustedServer: true,
      severity,
      annotations,
      isRemote: false,
      canPreview: false,
    },
    args,
    workspacePath: "/home/me/ws",
  });

describe("project tools", () => {
  verifies(["GOV-01", "TOOL-09"], "run code, so they are L3 and known as commands", () => {
    for (const name of taskTools) {
      const judged = judge(name, { script: "test", target: "test", task: "test" });
      expect([name, judged.severity]).toEqual([name, "L3"]);
      expect(judged.reasons).toContain("runsCommand");
      expect(judged.reasons).not.toContain("unknownTool");
    }
    expect(judge("run_cargo", { task: "test", network: true }).reasons).toContain("network");
  });

  verifies(["GOV-01", "TOOL-09"], "are judged by the lines that a script runs, its hooks too", () => {
    const annotations = {
      "loopwright/lines": {
        test: "vitest run",
        out: "tsc && git push",
        after: "echo",
        postafter: "npm publish",
      },
    };
    const severityOf = (script: string): string =>
      judge("run_npm_script", { script }, "L3", annotations).severity;
    expect(["test", "out", "after", "unknown", "constructor"].map(severityOf)).toEqual([
      "L3",
      "L4",
      "L4",
      "L3",
      "L3",
    ]);
    expect(judge("run_npm_script", { script: "out" }, "L3", annotations).reasons).toContainEqual(
      expect.stringMatching(/^pushes/),
    );
    expect(judge("run_npm_script", { script: "deploy" }).severity).toBe("L4");
    expect(judge("run_make_target", { target: "release" }).severity).toBe("L4");
  });

  verifies(
    ["GOV-01", "TOOL-12"],
    "that only look are L1, but for files that hold secrets; formatting is a change",
    () => {
      for (const name of ["git_status", "git_diff", "git_log", "list_make_targets"])
        expect([name, judge(name, { path: "src" }, "L1").severity]).toEqual([name, "L1"]);
      expect(judge("git_diff", { path: ".env" }, "L1")).toMatchObject({ severity: "L3", rule: "secretFile" });
      expect(judge("format_file", { path: "src/a.ts" }, "L2").severity).toBe("L2");
      expect(judge("format_file", { path: ".github/workflows/ci.yml" }, "L2").severity).toBe("L3");
    },
  );
});
