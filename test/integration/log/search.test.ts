import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../shared/contract/index.ts";
import { requests } from "../../../shared/contract/index.ts";
import { verifies } from "../../verifies.ts";
import {
  called,
  created,
  dataFolder,
  failureOf,
  noise,
  openLog,
  said,
  searchAll,
  sessionA,
  sessionB,
} from "./support.ts";

const seqs = (items: readonly AuditEntry[]): number[] => items.map(({ event }) => event.seq);

describe("searching the log", () => {
  verifies(
    "AUD-02",
    "finds words, beginnings, substrings, paths and Chinese, in messages, arguments, results and titles, newest first",
    async () => {
      using folder = dataFolder();
      const log = openLog(folder.dir);
      log.append([created(sessionA, "修复登录权限")]);
      log.append([said(sessionA, "Please fix the getUserApprovals function in src/auth/tokenStore.ts")]);
      log.append([said(sessionA, "用户没有访问权限，请检查日志文件。第3步失败了")]);
      log.append(
        called(
          sessionA,
          "c1",
          "run_command",
          "L3",
          { command: "npm run lint -- --fix", 路径: "文档/说明.md" },
          "Résumé: 12 problems, ＦＵＬＬ width, 100% done",
        ),
      );
      log.append([said(sessionA, `${"filler ".repeat(2000)} needle-in-a-blob 深处的针`)]);
      log.append([created(sessionB, "another"), said(sessionB, "Please fix the other function")]);
      const found = async (text: string): Promise<number[]> => seqs(await searchAll(log, text, sessionA));
      expect(await found("权限")).toEqual([3, 1]);
      expect(await found("限")).toEqual([3, 1]);
      expect(await found("限权")).toEqual([]);
      expect(await found("访问权限")).toEqual([3]);
      expect(await found("日志 失败")).toEqual([3]);
      expect(await found("第3")).toEqual([3]);
      expect(await found("3步")).toEqual([3]);
      expect(await found("getuser")).toEqual([2]);
      expect(await found("APPROVALS")).toEqual([2]);
      expect(await found("auth/token")).toEqual([2]);
      expect(await found("fix function")).toEqual([2]);
      expect(await found("--fix")).toEqual([4]);
      expect(await found("说明")).toEqual([4]);
      expect(await found("路径")).toEqual([4]);
      expect(await found("resume")).toEqual([8]);
      expect(await found("full width")).toEqual([8]);
      expect(await found("100%")).toEqual([8]);
      expect(await found("np")).toEqual([4]);
      expect(await found("pm")).toEqual([]);
      expect(await found("needle-in-a-blob")).toEqual([9]);
      expect(await found("深处")).toEqual([9]);
      expect(seqs(await searchAll(log, "please fix"))).toEqual([2, 2]);
      await log.close();
    },
  );

  verifies(
    "AUD-02",
    "SEC-SQL-01: whatever is typed is data: no error, no widening, no slowness, nothing lost",
    async () => {
      using folder = dataFolder();
      const log = openLog(folder.dir);
      const texts = ["hello world", 'say "hi" now', "100% sure", "a_b"];
      log.append(Array.from({ length: 50 }, (_, n) => said(sessionA, texts[n] ?? `row ${n} nothing to see`)));
      await searchAll(log, "hello");
      const odd = [
        '"',
        'hello"',
        "a:hello",
        "zz:hello",
        "NEAR(",
        "hello*",
        "*",
        "-hello",
        "hello AND",
        "AND",
        "(",
        "^hello",
        "{a b}:hello",
        "'; DROP TABLE audit;--",
        "%",
        "_",
        "\\",
        "",
        "   ",
        "\u0000x",
        "\ud800",
        '"'.repeat(1000),
        "a ".repeat(50_000),
      ];
      for (const text of odd) {
        const page = await log.search({ text });
        expect(page.items.length).toBeLessThanOrEqual(50);
      }
      const count = async (text: string): Promise<number> => (await searchAll(log, text)).length;
      expect(await count("100%")).toBe(1);
      expect(await count("hello")).toBe(1);
      expect(await count("a_b")).toBe(1);
      expect(await count("_")).toBe(1);
      expect(await count("%")).toBe(1);
      expect(await count('"hi"')).toBe(1);
      expect(await count("hello*")).toBe(0);
      expect(await count("'; DROP TABLE audit;--")).toBe(0);
      for (const limit of [-1, 0, 1_000_000_000, Number.NaN])
        expect((await log.query({ limit })).items.length).toBeLessThanOrEqual(50);
      for (const cursor of [
        "x",
        "__proto__",
        "'; DROP TABLE events;--",
        "-1",
        Buffer.from("before:-1").toString("base64url"),
      ])
        expect(await failureOf(() => log.query({ cursor }))).toMatchObject({ kind: "invalidInput" });
      const many = Array.from({ length: 60 }, (_, n) => `'; DROP TABLE facets;-- ${n}`);
      expect((await log.query({ types: many, tool: "' OR 1=1 --" })).items).toEqual([]);
      expect(await log.verify()).toMatchObject({ ok: true, events: 50 });
      await log.close();
    },
  );

  verifies("AUD-02", "pages by cursor without gaps or repeats, also while entries are added", async () => {
    using folder = dataFolder();
    const log = openLog(folder.dir);
    log.append(
      Array.from({ length: 95 }, (_, n) => said(n % 2 === 0 ? sessionA : sessionB, `entry number ${n}`)),
    );
    for (const ask of [
      (cursor?: string) => log.query({ limit: 10, ...(cursor === undefined ? {} : { cursor }) }),
      (cursor?: string) =>
        log.query({ limit: 10, types: ["message.user"], ...(cursor === undefined ? {} : { cursor }) }),
      (cursor?: string) =>
        log.search({ text: "entry number", limit: 10, ...(cursor === undefined ? {} : { cursor }) }),
    ]) {
      const summaries: string[] = [];
      let page = await ask();
      const total = page.items[0]?.summary;
      for (;;) {
        summaries.push(...page.items.map(({ summary }) => summary));
        log.append([said(sessionA, "entry number late")]);
        if (page.nextCursor === undefined) break;
        page = await ask(page.nextCursor);
      }
      const early = summaries.filter((one) => !one.endsWith("late"));
      expect(early).toEqual(Array.from({ length: 95 }, (_, n) => `entry number ${94 - n}`));
      expect(summaries[0]).toBe(total);
    }
    await log.close();
  });

  verifies("AUD-02", "filters by session, type, tool, severity and time, alone and together", async () => {
    using folder = dataFolder();
    let now = 1000;
    const log = openLog(folder.dir, { clock: { now: () => now } });
    log.append([created(sessionA, "A"), ...called(sessionA, "c1", "read_file", "L1", {}, "r")]);
    now = 2000;
    log.append(called(sessionA, "c2", "run_command", "L3", {}, "r"));
    log.append([created(sessionB, "B"), ...called(sessionB, "c3", "run_command", "L2", {}, "r")]);
    const ask = async (filter: Parameters<typeof log.query>[0]): Promise<string[]> =>
      (await log.query(filter)).items.map(
        ({ event }) => `${event.sessionId === sessionA ? "A" : "B"}${event.seq}`,
      );
    expect(await ask({ sessionId: sessionB })).toEqual(["B6", "B5", "B4", "B3", "B2", "B1"]);
    expect(await ask({ types: ["call.started", "session.created"] })).toEqual([
      "B5",
      "B1",
      "A10",
      "A5",
      "A1",
    ]);
    expect(await ask({ tool: "run_command", types: ["call.completed"] })).toEqual(["B6", "A11"]);
    // Every entry of a call counts, the proposal before the assessment too.
    expect(await ask({ severity: ["L3"] })).toEqual(["A11", "A10", "A9", "A8", "A7"]);
    expect(await ask({ severity: ["L1", "L2"], types: ["call.proposed"] })).toEqual(["B2", "A2"]);
    expect(await ask({ from: 1500, types: ["call.started"] })).toEqual(["B5", "A10"]);
    expect(await ask({ to: 1500, sessionId: sessionA, types: ["call.started"] })).toEqual(["A5"]);
    expect(await ask({ sessionId: "nobody" as typeof sessionA })).toEqual([]);
    await log.close();
  });

  verifies(
    "AUD-02",
    "an entry is found as soon as its append has returned, and reads as the contract says",
    async () => {
      using folder = dataFolder();
      const log = openLog(folder.dir);
      log.append([created(sessionA, "Title")]);
      for (let n = 0; n < 20; n++) {
        log.append(
          called(sessionA, `c${n}`, "read_file", "L1", { n }, n === 7 ? noise(100_000) : `result${n}`),
        );
        const { items } = await log.query({ types: ["call.completed"], limit: 1 });
        expect(items[0]?.event.body["callId"]).toBe(`c${n}`);
      }
      expect(await searchAll(log, "result19")).toHaveLength(1);
      const page = await log.query({ limit: 500 });
      const { items } = page;
      expect(requests["audit.query"].output.parse(page)).toEqual(page);
      const large = items.find(
        ({ event }) => event.body["callId"] === "c7" && event.type === "call.completed",
      );
      expect(large?.event.isCut).toBe(true);
      expect(JSON.stringify(large).length).toBeLessThan(6000);
      await log.close();
    },
  );

  it("goes on indexing where it stopped, after a restart", async () => {
    using folder = dataFolder();
    const log = openLog(folder.dir);
    log.append([said(sessionA, "before the restart")]);
    await searchAll(log, "before");
    log.append([said(sessionA, "just before the end")]);
    await log.close();
    const again = openLog(folder.dir);
    again.append([said(sessionA, "after the restart")]);
    expect(seqs(await searchAll(again, "restart"))).toEqual([3, 1]);
    expect(seqs(await searchAll(again, "just before"))).toEqual([2]);
    await again.close();
  });
});
