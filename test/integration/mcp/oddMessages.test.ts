import { describe, expect } from "vitest";
import { argumentsMisfit } from "../../../electron/host/mcp/index.ts";
import { randomId, systemClock } from "../../../electron/host/ports.ts";
import { createServerAsks, type AskRoom } from "../../../electron/host/serverAsks/index.ts";
import { fail, ok, type ServerAsk } from "../../../shared/contract/index.ts";
import { verifies } from "../../verifies.ts";
import { isAlive, startManager, textOf, until, type TestManager } from "./support.ts";

/** A manager whose servers ask a room that the test looks into. */
const withRoom = (): { at: TestManager; room: AskRoom; ended: string[] } => {
  const ended: string[] = [];
  const room = createServerAsks({
    clock: systemClock,
    newId: randomId,
    check: argumentsMisfit,
    sample: () => Promise.resolve(fail("notAvailable", "no model")),
    asked: () => undefined,
    requested: () => undefined,
    resolved: (_ask, action) => void ended.push(action),
  });
  const asks = (...of: Parameters<AskRoom["for"]>): ReturnType<AskRoom["for"]> => room.for(...of);
  return { at: startManager({ limits: { restartDelaysMs: [] }, asks }), room, ended };
};

describe("servers whose messages are not by the book", () => {
  for (const begin of ["bom", "ping", "batch", "nulls"])
    verifies(["MCP-01", "MCP-04"], `one that begins with ${begin} is ready, with all its tools`, async () => {
      await using at = startManager();
      const id = await at.ready("odd", [begin]);
      expect(at.info(id).tools.length).toBeGreaterThan(10);
      expect(await at.text(id, "extra")).toBe("ok");
      expect(await at.manager.ask(id, "ping", {})).toEqual({ ok: true, value: {} });
      expect(at.logText(id)).toBe(begin === "batch" ? "[info] in one go" : "");
    });

  verifies("MCP-04", "an odd envelope costs neither its own call nor another", async () => {
    await using at = startManager();
    const id = await at.ready("odd");
    const plain = { content: [{ type: "text", text: "ok" }], structured: undefined, warnings: [] };
    for (const tool of ["metaNull", "errorNull", "extra", "oneBlock"])
      expect(await at.call(id, tool)).toMatchObject({ ok: true, value: plain });
    const bare = await at.call(id, "bareText");
    expect(bare.ok && bare.value.content).toEqual([{ type: "unknown", value: "ok" }]);
    for (const [tool, words] of [
      ["refused", "E_SHUT: the vault is shut"],
      ["noObject", 'It answered with what is no object: ["ok"]'],
    ] as const)
      expect(await at.call(id, tool)).toMatchObject({ error: { code: "invalidInput", message: words } });
  });

  verifies(["MCP-02", "MCP-06"], "announcements and log lines with odd fields are heard", async () => {
    await using at = startManager();
    const id = await at.ready("odd");
    expect(await at.text(id, "changed")).toBe("ok");
    await until("the new tool is listed", () => at.info(id).tools.some(({ name }) => name === "new"));
    expect(await at.text(id, "logs")).toBe("ok");
    expect(at.logText(id)).toContain("[warn] an odd level");
  });

  verifies("MCP-02", "progress with empty fields keeps a call alive, and is handed on", async () => {
    await using at = startManager();
    const id = await at.ready("odd");
    const seen: number[] = [];
    const onProgress = ({ progress }: { progress: number }): void => void seen.push(progress);
    const result = await at.call(id, "progress", {}, { timeoutMs: 1000, onProgress });
    expect(result.ok && textOf(result.value.content)).toBe("ok");
    expect(seen.slice(0, 3)).toEqual([1, 2, 3]);
  });

  verifies("MCP-06", "an answer to nothing is told in the server's log", async () => {
    await using at = startManager();
    const id = await at.ready("odd");
    expect(await at.text(id, "stranger")).toBe("ok");
    await until("it is told", () => at.logText(id).includes("unknown message ID"));
  });

  for (const [tool, said] of [
    ["deafOut", "it closed its output"],
    ["deafIn", "it closed its input"],
  ] as const)
    verifies("MCP-01", `a server that lives on, but ${said}, is seen to be lost and ended`, async () => {
      await using at = startManager({ limits: { restartDelaysMs: [] } });
      const id = await at.ready("odd");
      const pid = at.info(id).pid ?? 0;
      const first = await at.call(id, tool);
      const lost = first.ok ? await at.call(id, "extra") : first;
      expect(lost).toMatchObject({ ok: false, error: { code: "unreachable" } });
      await until("its state says so", () => at.info(id).state === "failed");
      expect(at.info(id).lastError?.message).toContain(said);
      expect(await isAlive(pid)).toBe(false);
    });
});

describe("what servers ask in odd ways", () => {
  const nextAsk = async (room: AskRoom): Promise<ServerAsk> => {
    await until("something is asked", () => room.list().length > 0);
    return room.list()[0] as ServerAsk;
  };

  verifies(
    "MCP-02",
    "a form with parts that the specification does not know is put to the person",
    async () => {
      const { at, room } = withRoom();
      await using _ = at;
      const id = await at.ready("odd");
      const reply = at.text(id, "form");
      const { askId } = await nextAsk(room);
      expect(await room.answer({ askId, action: "accept", content: { at: { x: 1 } } })).toEqual(ok(null));
      expect(await reply).toBe('{"action":"accept","content":{"at":{"x":1}}}');
    },
  );

  verifies("MCP-02", "a question that the server gives up is withdrawn, also its first one", async () => {
    const { at, room, ended } = withRoom();
    await using _ = at;
    const id = await at.ready("odd");
    const reply = at.text(id, "asks");
    await nextAsk(room);
    expect(await at.text(id, "cancel")).toBe("ok");
    await until("it waits no more", () => room.list().length === 0);
    expect(ended).toEqual(["withdrawn"]);
    await reply;
  });

  verifies(
    "MCP-02",
    "a call that needs a page puts it to the person once, and says to call again",
    async () => {
      const { at, room } = withRoom();
      await using _ = at;
      const id = await at.ready("odd");
      for (let again = 0; again < 2; again++)
        expect(await at.call(id, "page")).toMatchObject({
          error: { code: "unauthorized", key: "callNeedsPage" },
        });
      const page = await nextAsk(room);
      expect(page).toMatchObject({ kind: "url", url: "https://bank.example/consent?for=you" });
      expect(room.list()).toHaveLength(1);
      expect(await room.answer({ askId: page.askId, action: "accept" })).toEqual(ok(null));
      await at.call(id, "page");
      expect(room.list()).toHaveLength(1);
      await at.manager.stop(id);
      expect(room.list()).toHaveLength(0);
    },
  );
});

describe("servers of the next protocol that are not by the book", () => {
  for (const begin of ["nulls", "bare"])
    verifies(
      ["MCP-01", "MCP-04"],
      `one that says so with ${begin} is ready, and odd answers cost themselves`,
      async () => {
        const { at } = withRoom();
        await using _ = at;
        const id = await at.ready("oddNext", [begin], { sharesRoots: true });
        expect(at.info(id).protocolVersion).toBe("2026-07-28");
        const plain = { content: [{ type: "text", text: "[1]" }], warnings: [] };
        expect(await at.call(id, "typeNull")).toMatchObject({ ok: true, value: plain });
        expect(await at.call(id, "list")).toMatchObject({ ok: true, value: { ...plain, structured: [1] } });
        for (const [tool, words] of [
          ["endless", "after 10 rounds"],
          ["unknownAsk", "foo/bar"],
          ["oddForm", "Invalid elicitation request."],
        ] as const) {
          const failed = await at.call(id, tool);
          expect(failed).toMatchObject({ ok: false, error: { code: "invalidInput" } });
          const said = failed.ok ? "" : failed.error.message;
          expect(said).toContain(words);
          expect(said).not.toContain("raw:");
        }
      },
    );

  verifies(["MCP-02", "MCP-06"], "one that can log is asked to, and its log shows it", async () => {
    await using at = startManager();
    const id = await at.ready("oddNext", ["logs"]);
    expect(await at.text(id, "list")).toBe("[1]");
    await until("it is shown", () => at.logText(id).includes("[info] called list"));
  });

  verifies("MCP-01", "one that takes none of our revisions is refused with the ones it takes", async () => {
    await using at = startManager({ limits: { restartDelaysMs: [] } });
    const id = at.add("oddNext", ["future"]);
    const refused = await at.manager.start(id);
    expect(refused).toMatchObject({ error: { code: "notAvailable", key: "serverOtherVersions" } });
    expect(refused.ok ? "" : refused.error.message).toContain("2099-01-01");
  });
});
