import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../build/ready/paths.mjs";
import { claimedRequirements } from "../requirements/claimed.ts";
import { knownRequirements } from "../requirements/known.ts";
import { citedRequirements } from "./citations.ts";

describe("requirements", () => {
  it("every claimed one is cited by a test", async () => {
    const cited = await citedRequirements(root);
    const claimed = new Set<string>(claimedRequirements);
    const open = knownRequirements.filter((id) => !claimed.has(id));
    console.log(
      `Not claimed yet (${open.length}): ${open.map((id) => (cited.has(id) ? `${id} (cited)` : id)).join(", ")}`,
    );
    expect(claimedRequirements.filter((id) => !cited.has(id))).toEqual([]);
  });

  it("no test cites an id that does not exist", async () => {
    const known = new Set<string>(knownRequirements);
    const unknown = [...(await citedRequirements(root))].filter(([id]) => !known.has(id));
    expect(unknown).toEqual([]);
  });

  it("the gate reads one id and several, over line breaks, and nothing else", async () => {
    const dir = await mkdtemp(path.join(tmpdir(), "loopwright-citations-"));
    try {
      await mkdir(path.join(dir, "shared/deep"), { recursive: true });
      const call = ["veri", "fies("].join(""); // in two parts, so that the gate does not count this file's samples
      await writeFile(
        path.join(dir, "shared/deep/a.test.ts"),
        `${call}"LOOP-01", "one", f);\n${call}\n  ["LOOP-02",\n "LOOP-04"], "two", f);\n// LOOP-05 is only spoken of\nother("LOOP-06", f);\n`,
      );
      await writeFile(path.join(dir, "shared/deep/b.ts"), `${call}"LOOP-07", "not a test file", f);\n`);
      expect([...(await citedRequirements(dir)).keys()]).toEqual(["LOOP-01", "LOOP-02", "LOOP-04"]);
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});
