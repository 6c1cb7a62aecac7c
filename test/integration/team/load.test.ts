import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { loadQueue, runLoad } from "./load.ts";

describe("team mode under load", () => {
  verifies(
    ["TOOL-10", "TOOL-08"],
    "keeps two identities and two projects apart, loses and doubles no edit, and bounds its queue",
    async () => {
      const report = await runLoad(10);
      const { crossTalk, lost, doubled, changedAnswers } = report;
      expect({ crossTalk, lost, doubled, changedAnswers }).toEqual({
        crossTalk: [],
        lost: [],
        doubled: [],
        changedAnswers: [],
      });
      expect(report.edits).toBeGreaterThanOrEqual(64);
      expect(report.repeats).toBeGreaterThan(0);
      expect(report.mostRunning).toBeLessThanOrEqual(16);
      expect(report.mostQueued).toBeLessThanOrEqual(loadQueue);
    },
    120_000,
  );
});
