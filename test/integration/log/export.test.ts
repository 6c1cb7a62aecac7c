import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { chainHash, CHAIN_START } from "../../../electron/host/log/index.ts";
import { foldSession } from "../../../shared/session/index.ts";
import { canonicalJson } from "../../../shared/text/index.ts";
import { verifies } from "../../verifies.ts";
import {
  called,
  created,
  dataFolder,
  event,
  failureOf,
  noise,
  openLog,
  said,
  sessionA,
  sessionB,
} from "./support.ts";
import type { CallId } from "../../../shared/contract/index.ts";

interface ExportedEvent {
  readonly sessionId: string;
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly body: unknown;
  readonly hash: string;
  readonly bytes: number;
  readonly chain?: {
    readonly blob: string | null;
    readonly isRepaired: boolean;
    readonly stored: string | null;
  };
}

describe("exporting", () => {
  verifies(
    ["AUD-01", "REV-05"],
    "JSON holds the folded session and every event whole, and the chain can be recomputed from the file alone",
    async () => {
      using folder = dataFolder();
      const log = openLog(folder.dir);
      const odd = "A\u0000B\ud83dC\u202eE";
      log.append([
        created(sessionA, odd),
        said(sessionA, noise(50_000)),
        ...called(sessionA, "c1", "read_file", "L1", { n: 1.5 }, odd),
      ]);
      log.append([created(sessionB, "not this one")]);
      const path = join(folder.dir, "out.json");
      writeFileSync(path, "older");
      const done = await log.exportLog({ sessionId: sessionA, format: "json", path });
      const bytes = readFileSync(path);
      expect(done).toEqual({ path, bytes: bytes.length, events: 7 });
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      const file = JSON.parse(text) as { format: string; session: unknown; events: ExportedEvent[] };
      expect(file.format).toBe("loopwright-trajectory/1");
      const events = [...log.readSession(sessionA)];
      expect(file.session).toEqual(JSON.parse(JSON.stringify(foldSession(sessionA, events))));
      expect(file.events.map(({ chain: _chain, ...rest }) => rest)).toEqual(events);
      let hash = CHAIN_START;
      for (const { chain, body, ...rest } of file.events) {
        const stored = chain?.stored ?? canonicalJson(body);
        hash = chainHash(hash, {
          ...rest,
          body: stored,
          blob: chain?.blob ?? null,
          isRepaired: chain?.isRepaired ?? false,
        });
        expect(hash).toBe(rest.hash);
      }
      expect(readdirSync(folder.dir).filter((entry) => entry.endsWith(".part"))).toEqual([]);
      await log.close();
    },
  );

  verifies("AUD-01", "everything can be exported at once, the system's own entries too", async () => {
    using folder = dataFolder();
    const log = openLog(folder.dir);
    const system = "system" as typeof sessionA;
    log.append([
      event(system, "host.started", { version: "0", pid: 1, interruptedCalls: 0, reapedProcesses: 0 }),
      created(sessionA, "A"),
      created(sessionB, "B"),
    ]);
    expect(log.sessionIds()).not.toContain("system");
    const { content } = await log.exportLog({ format: "json" });
    const file = JSON.parse(content ?? "") as {
      format: string;
      sessions: { session: { title: string } | null; events: unknown[] }[];
    };
    expect(file.format).toBe("loopwright-audit/1");
    expect(file.sessions.map(({ session, events }) => [session?.title, events.length])).toEqual([
      [undefined, 1],
      ["A", 1],
      ["B", 1],
    ]);
    const report = await log.exportLog({ format: "markdown" });
    expect(report.content).toContain("host.started");
    await log.close();
  });

  verifies(
    ["AUD-01", "REV-05"],
    "SEC-EXPORT-01: Markdown is a report that nothing in it can break out of, and ends with the chain head",
    async () => {
      using folder = dataFolder();
      const log = openLog(folder.dir);
      const evil =
        "</script><script>alert(1)</script>\n````\n<img src=http://127.0.0.1/x>\n![i](http://127.0.0.1/x)\n# heading\n| x |";
      const callId = "c1" as CallId;
      log.append([
        created(sessionA, `../../title <img src=x> ![i](http://x) ${evil}`),
        said(sessionA, evil),
        ...called(sessionA, "c1", "write_file", "L2", { path: evil, content: evil }, evil),
        event(sessionA, "call.approvalRequested", {
          callId,
          argsHash: "x",
          severity: "L3",
          readBefore: [],
          command: { line: `echo "${evil}"`, cwd: "/w", timeoutMs: 1000 },
          files: [
            { path: "src/a.ts", baseHash: null, before: "one\ntwo\nthree\n", after: "one\n```\nthree\n" },
          ],
        }),
        event(sessionA, "call.decided", {
          callId,
          argsHash: "x",
          decision: "deny",
          by: "person",
          rule: "asked",
          reason: evil,
        }),
      ]);
      const { content = "" } = await log.exportLog({ sessionId: sessionA, format: "markdown" });
      const outside: string[] = [];
      let fence: string | undefined;
      for (const line of content.split("\n")) {
        const mark = /^(`{3,})/.exec(line)?.[1];
        if (fence === undefined && mark !== undefined) fence = mark;
        else if (fence !== undefined && line === fence) fence = undefined;
        else if (fence === undefined) outside.push(line);
      }
      expect(fence).toBeUndefined();
      const open = outside
        .slice(1)
        .join("\n")
        .replace(/(`+) .*? \1/g, "");
      expect(open).not.toMatch(/<(?!!--)|[^\\]!\[|^\| x/m);
      expect(outside.filter((line) => /^#+ /.test(line)).map((line) => line.split(" ")[0])).toEqual([
        "#",
        "##",
        "####",
      ]);
      expect(content).toContain("-two\n+\\`\\`\\`".replaceAll("\\", ""));
      expect(content).toMatch(/\*\*deny\*\* by person/);
      const last = [...log.readSession(sessionA)].at(-1);
      expect(content.trimEnd().split("\n").at(-1)).toBe(
        `Chain head: entry 9, SHA-256 \`${last?.hash ?? ""}\``,
      );
      await log.close();
    },
  );

  verifies("AUD-01", "an export that cannot be written says so and leaves nothing behind", async () => {
    using folder = dataFolder();
    const log = openLog(folder.dir);
    log.append([created(sessionA, "A")]);
    expect(
      await failureOf(() =>
        log.exportLog({ format: "json", path: join(folder.dir, "no", "such", "folder.json") }),
      ),
    ).toMatchObject({ name: "LogError" });
    expect(await failureOf(() => log.exportLog({ format: "json", sessionId: sessionB }))).toMatchObject({
      kind: "notFound",
    });
    await log.close();
  });
});
