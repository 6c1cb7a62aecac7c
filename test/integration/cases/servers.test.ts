import { describe, expect, it } from "vitest";
import { runCases } from "./runCases.ts";

/** The outcome of each case with what was seen, by id. */
const outcomes = (lines: readonly string[]): Map<string, string> =>
  new Map(lines.slice(0, -1).map((line) => [line.split(" ", 1)[0] ?? "", line.slice(line.indexOf(" ") + 1)]));

/** Each made-up case stands twice in its file: as the product and its servers are, and (W) with something that is not so. */
describe("cases about servers", () => {
  it("are judged by what servers were sent, host and disk: right as it is, wrong where it is not so", async () => {
    const { lines, code } = await runCases("servers.json");
    const got = outcomes(lines);
    const right = ["11", "12", "13", "14", "15", "16", "17", "18", "19"].map((id) => `OWN-${id}`);
    expect(right.map((id) => [id, got.get(id)])).toEqual(right.map((id) => [id, "right"]));
    expect(got.get("OWN-11W")).toMatch(/^wrong: the log says .*pond is open/);
    expect(got.get("OWN-12W")).toMatch(/^wrong: \d+ 405: GET requests/);
    expect(got.get("OWN-13W")).toMatch(/^wrong: 2 404: initialize requests; 2 calls took effect/);
    expect(got.get("OWN-14W")).toBe("wrong: variant 2 offered: t1, t2");
    expect(got.get("OWN-15W")).toBe("wrong: 2 server: tools/list requests");
    expect(got.get("OWN-16W")).toMatch(/^wrong: the call was completed/);
    expect(got.get("OWN-17W")).toMatch(/^wrong: told of none of a fine picture: .*not sent to the model/);
    expect(got.get("OWN-18W")).toMatch(/^wrong: 1 processes of stubborn-server/);
    expect(got.get("OWN-19W")).toBe("wrong: 1 requests with one refresh token");
    expect(got.get("OWN-20")).toBe('not run: by hand: a server that does "sing, then answer"');
    expect(lines.at(-1)).toBe("9 right, 9 wrong, 1 not run");
    expect(code).toBe(1);
  }, 400_000);

  it("are judged for security by the same: decisions, what was started, reached, kept and shown", async () => {
    const { lines, code } = await runCases("guardServers.json");
    const got = outcomes(lines.slice(0, -1));
    const right = ["11", "12", "13", "14", "15", "16", "17", "18", "19", "20"].map((id) => `OWN-SEC-${id}`);
    expect(right.map((id) => [id, got.get(id)])).toEqual(right.map((id) => [id, "right"]));
    expect(got.get("OWN-SEC-11W")).toMatch(
      /^wrong: decided as allow, ask; A got 1 calls; the model was sent: .*finds ducks/,
    );
    expect(got.get("OWN-SEC-12W")).toBe("wrong: B got 0 calls");
    expect(got.get("OWN-SEC-13W")).toMatch(/^wrong: A\/plain ended as ok: .*; a row of \d+ bytes$/);
    expect(got.get("OWN-SEC-14W")).toMatch(
      /^wrong: A\/soon ended as ok: .*; A was never sent notifications\/cancelled/,
    );
    expect(got.get("OWN-SEC-15W")).toBe("wrong: servers are ready; A/none: was not called");
    expect(got.get("OWN-SEC-16W")).toBe("wrong: not offered: A/bad; not switched off with a reason: good");
    expect(got.get("OWN-SEC-17W")).toMatch(/^wrong: disconnect: time until the tree was gone in ms is \d/);
    expect(got.get("OWN-SEC-18W")).toMatch(/^wrong: wanted to reach 127\.0\.0\.1/);
    expect(got.get("OWN-SEC-19W")).toBe(
      "wrong: the call was decided as ask; the dialog would not list goose",
    );
    expect(got.get("OWN-SEC-20W")).toMatch(/^wrong: shown: .*TAIL/);
    expect(lines.slice(-2)).toEqual(["blocked 10/20, usable 0/0", "10 right, 10 wrong, 0 not run"]);
    expect(code).toBe(1);
  }, 400_000);
});
