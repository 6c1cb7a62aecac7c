import { describe, expect } from "vitest";
import type { Hunk, TurnId, TurnReview } from "../../../shared/contract/index.ts";
import { asks, calls, says } from "../../fakes/modelServer.ts";
import { attachSession, startHost, type TestHost, type TestSession } from "../../fakes/hostProcess.ts";
import { scriptedRun } from "../../fakes/workspace.ts";
import { verifies } from "../../verifies.ts";

const auto = { session: { policyMode: "autoEdit" as const } };
const edit = (path: string, from: string, to: string) =>
  calls("edit_file", { path, old_str: from, new_str: to });
const read = (path: string) => calls("read_file", { path });
const line = (start: number, count = 1): Hunk => ({ before: { start, count }, after: { start, count } });

const numbered = (...changed: readonly (readonly [number, string])[]): string =>
  Array.from({ length: 9 }, (_, at) => changed.find(([row]) => row === at + 1)?.[1] ?? `line ${at + 1}`)
    .map((text) => `${text}\n`)
    .join("");

const lastTurn = async (session: TestSession): Promise<TurnId> => {
  const turn = (await session.state()).turns.at(-1);
  if (!turn) throw new Error("the session has no turn");
  return turn.turnId;
};

const reviewOf = async (host: TestHost, session: TestSession): Promise<TurnReview> =>
  host.ask("review.read", { sessionId: session.sessionId, turnId: await lastTurn(session) });

const revert = async (
  host: TestHost,
  session: TestSession,
  review: TurnReview,
  chosen: readonly { path: string; hunks?: Hunk[] }[],
) =>
  host.ask("review.revert", {
    sessionId: session.sessionId,
    turnId: review.turnId,
    files: chosen.map(({ path, hunks }) => ({
      path,
      afterHash: review.files.find((file) => file.path === path)?.afterHash ?? "",
      ...(hunks ? { hunks } : {}),
    })),
  });

describe("the review of a turn", () => {
  verifies(
    ["GOV-02"],
    "several edits of one file are one diff; a hunk goes back on disk, is the person's own decision, and the model hears of it",
    async () => {
      const script = [
        read("a.txt"),
        edit("a.txt", "line 2", "TWO"),
        edit("a.txt", "line 8", "EIGHT"),
        says("done"),
        says("I see."),
      ];
      await using run = await scriptedRun(script, { ...auto, files: { "a.txt": numbered() } });
      await run.session.send("go");
      await run.session.ended();
      const review = await reviewOf(run.host, run.session);
      expect(review.files).toMatchObject([
        {
          path: "a.txt",
          before: numbered(),
          after: numbered([2, "TWO"], [8, "EIGHT"]),
          isNew: false,
          isChangedLater: false,
        },
      ]);

      expect(await revert(run.host, run.session, review, [{ path: "a.txt", hunks: [line(2)] }])).toEqual({
        reverted: ["a.txt"],
        failed: [],
      });
      expect(run.workspace.read("a.txt")).toBe(numbered([8, "EIGHT"]));
      const decided = await run.host.logged("review.revertDecided");
      const done = await run.host.logged("review.reverted");
      expect(decided.body).toMatchObject({ by: "person", path: "a.txt", hunks: [line(2)] });
      expect(done.seq).toBeGreaterThan(decided.seq);
      const now = await reviewOf(run.host, run.session);
      expect(now.files).toMatchObject([{ after: numbered([8, "EIGHT"]), isChangedLater: false }]);

      // The rest, whole: from what stands there now.
      expect(await revert(run.host, run.session, now, [{ path: "a.txt" }])).toMatchObject({ failed: [] });
      expect(run.workspace.read("a.txt")).toBe(numbered());
      expect((await run.session.state()).turns.at(-1)?.reverts).toMatchObject([
        { path: "a.txt", isWhole: false, state: "done" },
        { path: "a.txt", isWhole: true, state: "done" },
      ]);

      await run.session.send("What next?");
      await run.session.ended();
      const told = run.model.requests.at(-1)?.body.messages.at(-1);
      expect(told?.role).toBe("user");
      expect(told?.content).toMatch(/^What next\?/);
      expect(told?.content).toContain("The user reverted a part of your changes of a.txt, at line 2");
      expect(told?.content).toContain("it holds again what it held before them");
      expect(await run.host.ask("audit.verify", {})).toMatchObject({ ok: true });
    },
  );

  verifies(
    ["GOV-02"],
    "a file that changed since is left as it is with the reason, and the other files still go back",
    async () => {
      const script = [
        asks([
          { name: "read_file", args: { path: "a.txt" } },
          { name: "read_file", args: { path: "b.txt" } },
        ]),
        asks([
          { name: "edit_file", args: { path: "a.txt", old_str: "a", new_str: "A" } },
          { name: "edit_file", args: { path: "b.txt", old_str: "b", new_str: "B" } },
        ]),
        says("done"),
      ];
      await using run = await scriptedRun(script, { ...auto, files: { "a.txt": "a\n", "b.txt": "b\n" } });
      await run.session.send("go");
      await run.session.ended();
      run.workspace.write("a.txt", "mine\n");
      const review = await reviewOf(run.host, run.session);
      const { reverted, failed } = await revert(run.host, run.session, review, [
        { path: "a.txt" },
        { path: "b.txt" },
        { path: "c.txt" },
      ]);
      expect(reverted).toEqual(["b.txt"]);
      expect(failed).toMatchObject([
        { path: "a.txt", error: { code: "stale", key: "reviewStale" } },
        { path: "c.txt", error: { code: "notFound" } },
      ]);
      expect(failed[0]?.error.message).toMatch(/changed since this review .*it was left as it is/);
      expect(run.workspace.read("a.txt")).toBe("mine\n");
      expect(run.workspace.read("b.txt")).toBe("b\n");

      // What the page saw before the revert cannot be used again.
      const again = await revert(run.host, run.session, review, [{ path: "b.txt" }]);
      expect(again.failed).toMatchObject([{ error: { code: "stale" } }]);
    },
  );

  verifies(
    ["GOV-02", "AUD-01"],
    "the review comes back from the log after a restart, and a later turn's edit of the same file makes it out of date",
    async () => {
      const script = [read("a.txt"), edit("a.txt", "line 2", "TWO"), says("done")];
      await using run = await scriptedRun(script, { ...auto, files: { "a.txt": numbered() } });
      await run.session.send("go");
      const first = await run.session.ended();
      const before = await reviewOf(run.host, run.session);
      await run.host.kill();

      await using host = await startHost({ dataDir: run.host.dataDir });
      const session = attachSession(host, run.session.sessionId);
      expect(await reviewOf(host, session)).toEqual(before);
      run.model.script(read("a.txt"), edit("a.txt", "TWO", "ZWEI"), says("done"));
      await session.send("again");
      await session.ended();
      const turnId = first.turns.at(-1)?.turnId as TurnId;
      const old = await host.ask("review.read", { sessionId: session.sessionId, turnId });
      expect(old.files).toMatchObject([{ after: numbered([2, "TWO"]), isChangedLater: true }]);
      const newer = await reviewOf(host, session);
      expect(newer.files).toMatchObject([
        { before: numbered([2, "TWO"]), after: numbered([2, "ZWEI"]), isChangedLater: false },
      ]);
      expect(await revert(host, session, newer, [{ path: "a.txt" }])).toMatchObject({ failed: [] });
      expect(run.workspace.read("a.txt")).toBe(numbered([2, "TWO"]));
    },
  );

  verifies(
    ["GOV-02"],
    "a file that the turn created is removed with its revert, and one with a byte more is not",
    async () => {
      const script = [
        calls("write_file", { path: "new/a.txt", content: "a\n" }),
        calls("write_file", { path: "new/b.txt", content: "b\n" }),
        says("done"),
        says("I see."),
      ];
      await using run = await scriptedRun(script, auto);
      await run.session.send("go");
      await run.session.ended();
      const review = await reviewOf(run.host, run.session);
      expect(review.files).toMatchObject([{ isNew: true }, { isNew: true }]);
      run.workspace.write("new/b.txt", "b\n\n");
      const done = await revert(run.host, run.session, review, [
        { path: "new/a.txt" },
        { path: "new/b.txt" },
      ]);
      expect(done).toMatchObject({ reverted: ["new/a.txt"], failed: [{ error: { code: "stale" } }] });
      expect([run.workspace.has("new/a.txt"), run.workspace.read("new/b.txt")]).toEqual([false, "b\n\n"]);
      expect((await reviewOf(run.host, run.session)).files[0]).toMatchObject({ afterHash: null });
      await run.session.send("next");
      await run.session.ended();
      expect(run.model.requests.at(-1)?.body.messages.at(-1)?.content).toContain(
        "The user removed new/a.txt, which you had created.",
      );
    },
  );

  verifies(["GOV-02"], "what a person decided is not put up for review again", async () => {
    const script = [read("a.txt"), edit("a.txt", "a", "A"), says("done")];
    await using run = await scriptedRun(script, { files: { "a.txt": "a\n" } });
    await run.session.send("go");
    await run.session.decide(await run.session.approval(), "allow");
    await run.session.ended();
    expect((await reviewOf(run.host, run.session)).files).toEqual([]);
  });
});
