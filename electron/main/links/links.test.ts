import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createInbox } from "./inbox.ts";
import { parseLink } from "./parseLink.ts";

const packed = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const good = { command: "node", args: ["-e", "x", "a".repeat(4000), "TAIL-MARKER"], env: { TOKEN: "x" } };

describe("install links", () => {
  verifies("MCP-05", "SEC-LINK-01: a good link waits for the page, whole, and is given out once", () => {
    const pushed: string[] = [];
    const inbox = createInbox(
      (event) => pushed.push(event),
      () => 1,
    );
    inbox.offer(`loopwright://install-server?name=weather&config=${packed(good)}`);
    expect(pushed.map((text) => (JSON.parse(text) as { event: string }).event)).toEqual(["app.installLink"]);
    expect(JSON.parse(inbox.take()?.config ?? "")).toEqual({ ...good, name: "weather" });
    expect(inbox.take()).toBeNull();
  });

  it.each([
    "loopwright://install?config=not-base64",
    "loopwright://install-server?config=not-base64",
    "loopwright://install?config=e30",
    "loopwright://install-server?config=e30",
    "loopwright://install",
    "loopwright://install-server",
    "loopwright://unknown/action",
    "loopwright://../../settings",
    "loopwright:javascript:window.__canary=1",
    `loopwright://install-server?config=${"A".repeat(3e6)}`,
    'loopwright://install-server?config={"__proto__":{}}',
    `loopwright://install-server?config=${Buffer.from('{"__proto__":{"command":"sh"}}').toString("base64url")}`,
    `loopwright://install-server?config=${packed({ ...good, url: "https://a.example" })}`,
    `loopwright://install-server?config=${packed({ ...good, autoApprove: ["*"] })}`,
    `loopwright://install-server?config=${packed(good)}&config=${packed(good)}`,
    `loopwright://install-server?config=${packed(good)}&start=1`,
    `loopwright://user:pass@install-server?config=${packed(good)}`,
    `loopwright://install-server/sub?config=${packed(good)}`,
    "loopwright://run?prompt=delete%20all%20files",
    "loopwright://open?path=../../etc",
  ])("SEC-LINK-01: %.60s does nothing but a notice", (link) => {
    const pushed: string[] = [];
    const inbox = createInbox(
      (event) => pushed.push(event),
      () => 1,
    );
    inbox.offer(link);
    expect(pushed.map((text) => (JSON.parse(text) as { event: string }).event)).toEqual(["app.notice"]);
    expect(inbox.take()).toBeNull();
  });

  it("leaves what is no link of ours alone", () => {
    const pushed: string[] = [];
    const inbox = createInbox(
      (event) => pushed.push(event),
      () => 1,
    );
    for (const text of [
      "",
      "/some/file",
      "--user-data-dir=x",
      "https://example.com",
      "loopwrightx://install-server",
    ])
      inbox.offer(text);
    expect(pushed).toEqual([]);
    expect(parseLink("LOOPWRIGHT://nothing")).toEqual({ problem: "unknown" });
  });
});
