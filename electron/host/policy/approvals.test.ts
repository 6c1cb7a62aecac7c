import { describe, expect, it } from "vitest";
import type { Approval } from "../../../shared/contract/index.ts";
import { createApprovals, type Decision, type Question } from "./approvals.ts";
import { argsHashOf } from "./hash.ts";

const file = { path: "a.txt", baseHash: null, before: "", after: "one\r\ntwo\r\n" };
const hash = argsHashOf({ path: "a.txt" }, [{ path: "a.txt", baseHash: null, content: file.after }]);

const approvalOf = (more: Partial<Approval> = {}): Approval =>
  ({
    call: { callId: "c", sessionId: "s" },
    arguments: { path: "a.txt" },
    argsHash: hash,
    severity: "L2",
    files: [file],
    ...more,
  }) as unknown as Approval;

const setUp = (
  more: Partial<Approval> = {},
  commit: (decision: Decision) => Promise<void> = () => Promise.resolve(),
  check: Question["check"] = (args) => Promise.resolve(args["path"] === "" ? "path is empty" : null),
) => {
  const told: string[] = [];
  const approvals = createApprovals({
    requested: () => told.push("requested"),
    resolved: (_, __, decision) => told.push(decision),
  });
  const stop = new AbortController();
  const approval = approvalOf(more);
  const asked = approvals.ask({ approval, real: { path: "a.txt" }, commit, check }, stop.signal);
  const decide = (change: object) =>
    approvals.decide({ callId: "c", argsHash: hash, decision: "allow", ...change } as never);
  return { approvals, asked, decide, stop, told };
};

describe("approvals", () => {
  it("an edited file keeps its line ends, and the hash covers what will be written", async () => {
    const { asked, decide, told } = setUp();
    expect(
      await decide({ decision: "allowEdited", files: [{ path: "a.txt", content: "one\nTWO\n" }] }),
    ).toEqual({ ok: true, value: null });
    const decision = (await asked) as Decision;
    expect(decision.files).toEqual([{ path: "a.txt", baseHash: null, content: "one\r\nTWO\r\n" }]);
    expect(decision.argsHash).toBe(argsHashOf({ path: "a.txt" }, decision.files));
    expect(told).toEqual(["requested", "allowEdited"]);
  });

  it("nothing is decided when the log cannot be written: the card stays and can be used again", async () => {
    let isFull = true;
    const { approvals, decide, told } = setUp({}, () =>
      isFull ? Promise.reject(new Error("disk full")) : Promise.resolve(),
    );
    expect(await decide({})).toMatchObject({ ok: false, error: { code: "resourceExhausted" } });
    expect(approvals.list()).toHaveLength(1);
    expect(told).toEqual(["requested"]);
    isFull = false;
    expect(await decide({})).toMatchObject({ ok: true });
    expect(approvals.list()).toEqual([]);
  });

  it("refuses files that were not shown, edits of the wrong kind, bad arguments, another hash and remembering", async () => {
    const { approvals, decide } = setUp();
    expect(await decide({ decision: "allowEdited", files: [{ path: "b.txt", content: "" }] })).toMatchObject({
      error: { code: "invalidInput" },
    });
    expect(await decide({ decision: "allowEdited", arguments: { path: "b" } })).toMatchObject({
      error: { code: "invalidInput" },
    });
    expect(await decide({ decision: "allowEdited" })).toMatchObject({ error: { code: "invalidInput" } });
    expect(await decide({ argsHash: "other" })).toMatchObject({ error: { code: "stale" } });
    expect(await decide({ remember: { scope: "session", match: "exact" } })).toMatchObject({
      error: { code: "notAvailable" },
    });
    expect(approvals.list()).toHaveLength(1);
    const plain = setUp({ files: undefined as never });
    expect(await plain.decide({ decision: "allowEdited", arguments: { path: "" } })).toMatchObject({
      error: { code: "invalidInput", message: "path is empty" },
    });
  });

  it("a stopped turn withdraws the card; a later click on it is stale", async () => {
    const { asked, decide, stop, told } = setUp();
    stop.abort();
    expect(await asked).toBe("withdrawn");
    expect(await decide({})).toMatchObject({ error: { code: "stale" } });
    expect(told).toEqual(["requested", "withdrawn"]);
  });

  it("a turn stopped while its card is being decided withdraws it, whether the log fails or the edit is still checked", async () => {
    const commits: PromiseWithResolvers<undefined>[] = [];
    const failing = setUp({}, () => {
      const commit = Promise.withResolvers<undefined>();
      commits.push(commit);
      return commit.promise;
    });
    const deciding = failing.decide({});
    await expect.poll(() => commits.length).toBe(1);
    expect(await failing.decide({})).toMatchObject({ error: { code: "stale" } });
    failing.stop.abort();
    commits[0]?.reject(new Error("disk full"));
    expect(await deciding).toMatchObject({ error: { code: "resourceExhausted" } });
    expect(await failing.asked).toBe("withdrawn");
    expect(failing.approvals.list()).toEqual([]);

    const checked = Promise.withResolvers<string | null>();
    const editing = setUp({ files: undefined as never }, undefined, () => checked.promise);
    const edited = editing.decide({ decision: "allowEdited", arguments: { path: "b" } });
    editing.stop.abort();
    checked.resolve(null);
    expect(await edited).toMatchObject({ error: { code: "stale" } });
    expect(await editing.asked).toBe("withdrawn");
    expect(editing.told).toEqual(["requested", "withdrawn"]);
  });

  it("edits apply by themselves only where the card offered it, and never with a refusal", async () => {
    const plain = setUp();
    expect(await plain.decide({ autoApplyEdits: true })).toMatchObject({
      ok: false,
      error: { code: "invalidInput" },
    });
    const offering = setUp({ offersAutoApply: true });
    expect(await offering.decide({ decision: "deny", autoApplyEdits: true })).toMatchObject({ ok: false });
    expect(await offering.decide({ autoApplyEdits: true })).toEqual({ ok: true, value: null });
    expect(await offering.asked).toMatchObject({ decision: "allow", autoApply: true });
    expect(plain.told).toEqual(["requested"]);
  });
});
