import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { connectClient, openTeam, type LogLine } from "./teamServer.ts";

describe("team mode's policy", () => {
  verifies(["TOOL-10"], "allows what it says for each identity and project, and nothing else", async () => {
    await using team = await openTeam();
    team.put("shop", "src/app.ts", "one\n");
    team.put("shop", "src/locked/key.ts", "one\n");
    team.put("shop", "src/bob/note.ts", "one\n");
    team.put("shop", "package.json", "{}\n");
    team.put("blog", "posts/first.md", "one\n");
    symlinkSync("../package.json", join(team.root("shop"), "src/link.json"));
    const server = await team.start();
    const ana = await team.connect(server, "shop", "ana");
    const bob = await team.connect(server, "blog", "bob");
    const bobInShop = await team.connect(server, "shop", "bob");
    const write = async (client: typeof ana, path: string): Promise<string> =>
      (await client.call("write_file", { path, content: "two\n" })).code;
    expect(await write(ana, "src/app.ts")).toBe("");
    expect(await write(ana, "src/deep/er/new.ts")).toBe("");
    for (const path of [
      "package.json",
      "src/locked/key.ts",
      "new.ts",
      "src/.hidden",
      ".env",
      "src/link.json",
    ])
      expect(await write(ana, path), path).toBe("denied");
    expect(await write(bob, "posts/first.md")).toBe("");
    expect(await write(bob, "src/app.ts")).toBe("denied");
    expect(await write(bobInShop, "src/bob/note.ts")).toBe("");
    expect(await write(bobInShop, "src/app.ts")).toBe("denied");
    for (const path of ["../blog/posts/first.md", join(team.root("blog"), "posts/first.md")]) {
      expect(await write(ana, path), path).toBe("outsideWorkspace");
      expect((await ana.call("read_file", { path })).code, path).toBe("outsideWorkspace");
    }
    expect(
      (await ana.call("run_program", { program: "node", args: ["-e", "console.log(6*7)"] })).text,
    ).toContain("42");
    for (const program of ["sh", "./src/app.ts", "/bin/sh", "nodejs"])
      expect((await ana.call("run_program", { program, args: [] })).code, program).toBe("denied");
    expect((await bob.call("run_program", { program: "node", args: ["-v"] })).code).toBe("denied");
    expect((await bob.call("run_command", { command: "touch posts/x" })).code).toBe("denied");
    expect(existsSync(join(team.root("blog"), "posts/x"))).toBe(false);
    expect(team.read("shop", "package.json")).toBe("{}\n");
    expect(team.read("shop", "src/app.ts")).toBe("two\n");
  });

  verifies(
    ["TOOL-10"],
    "gives commands their project's environment and a home of their own, nothing of the server's",
    async () => {
      await using team = await openTeam();
      const server = await team.start({ env: { LW_SECRET_PLACE: "hidden-value", AWS_REGION: "nowhere" } });
      const ana = await team.connect(server, "shop", "ana");
      const { data } = await ana.call("run_command", { command: "env" });
      const lines = String(data["stdout"]).split("\n");
      expect(lines).toContain("SHOP_MODE=test");
      expect(lines.some((line) => /hidden-value|AWS_REGION/.test(line))).toBe(false);
      const home = lines.find((line) => line.startsWith("HOME="))?.slice("HOME=".length) ?? "";
      expect(home.startsWith(join(team.state, "scopes", "shop"))).toBe(true);
    },
  );

  verifies(
    ["TOOL-10"],
    "counts at once when it is edited; a broken edit names line and field and changes nothing",
    async () => {
      await using team = await openTeam();
      team.put("shop", "src/app.ts", "one\n");
      const server = await team.start();
      const ana = await team.connect(server, "shop", "ana");
      const write = async (): Promise<string> =>
        (await ana.call("write_file", { path: "src/app.ts", content: `${Math.random()}\n` })).code;
      expect(await write()).toBe("");
      const broken = JSON.stringify({ ...team.policy, identities: [], limits: { atOnce: "many" } }, null, 2);
      team.writePolicy(broken);
      const line = broken.split("\n").findIndex((one) => one.includes('"atOnce"')) + 1;
      const said = await server.logged("policy.broken");
      expect(said["problems"]).toEqual([`line ${line}: limits.atOnce: expected number, received string`]);
      expect(await write()).toBe("");
      const ready = (await (await fetch(`${server.url}/readyz`)).json()) as {
        policy: Record<string, unknown>;
      };
      expect(ready).toMatchObject({ status: "ready", instance: server.id, policy: { state: "lastGood" } });
      expect(ready.policy["problems"]).toEqual(said["problems"]);
      team.writePolicy("{\n  ,");
      await expect
        .poll(async () => JSON.stringify(await (await fetch(`${server.url}/readyz`)).json()), {
          timeout: 20_000,
        })
        .toContain("line 2: this is not JSON");
      const identities = [{ match: { subject: "ana" }, projects: { shop: { write: ["docs/**"] } } }];
      team.writePolicy({ ...team.policy, identities });
      await expect.poll(write, { timeout: 20_000 }).toBe("denied");
      team.writePolicy({ ...team.policy, identities: [] });
      await expect
        .poll(async () => await write().catch((error: unknown) => String(error)), { timeout: 20_000 })
        .toContain("You have no access");
    },
  );

  verifies(
    ["TOOL-10"],
    "is refused where roots lie in each other, or hold the policy or the state",
    async () => {
      await using team = await openTeam();
      const outcome = async (policy: unknown): Promise<string> => {
        team.writePolicy(policy);
        return await team.start().then(
          () => "started",
          (error: unknown) => String(error),
        );
      };
      const roots = (shop: string, blog: string): unknown => ({
        ...team.policy,
        projects: { shop: { root: shop }, blog: { root: blog } },
      });
      expect(await outcome(roots("../shop", "../shop/inner"))).toContain("lie one inside the other");
      expect(await outcome(roots("..", "../../elsewhere"))).toContain(
        "the policy file or the state folder lies inside",
      );
      expect(await outcome({ ...team.policy, extra: 1 })).toMatch(
        /line \d+: the file: Unrecognized key: "extra"/,
      );
      const auth = { ...(team.policy["auth"] as object), algorithms: ["HS256"] };
      expect(await outcome({ ...team.policy, auth })).toContain("auth.algorithms.0");
      const plain = { ...(team.policy["auth"] as object), jwks: { url: "http://keys.example.com/jwks" } };
      expect(await outcome({ ...team.policy, auth: plain })).toContain("auth.jwks");
    },
  );

  verifies(
    ["TOOL-10", "GOV-04"],
    "leaves a trace of each call: identity, project, request id, decision, no contents, no token",
    async () => {
      await using team = await openTeam();
      const server = await team.start();
      const token = await team.issuer.token("ana");
      const ana = await connectClient(`${server.url}/projects/shop/mcp`, token);
      await ana.call(
        "write_file",
        { path: "src/a.ts", content: "top-secret-content\n" },
        { requestId: "r-1" },
      );
      await ana.call("write_file", { path: "b.ts", content: "x\n" }, { requestId: "r-2" });
      await ana.close();
      await server.end();
      const file = readFileSync(join(team.state, "audit", "shop.ndjson"), "utf8");
      const entries = file
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      const about = { project: "shop", identity: "ana", tool: "write_file", instance: server.id };
      expect(entries).toMatchObject([
        { ...about, event: "call.admitted", requestId: "r-1", decision: "admitted" },
        { ...about, event: "call.ended", requestId: "r-1", decision: "allowed", outcome: "ok" },
        { ...about, event: "call.admitted", requestId: "r-2", decision: "admitted" },
        { ...about, event: "call.ended", requestId: "r-2", decision: "denied", outcome: "denied" },
      ]);
      expect(entries[0]?.["argumentsHash"]).toMatch(/^sha256:[0-9a-f]{64}$/);
      const lines: readonly LogLine[] = server.log;
      expect(lines.filter((line) => line.event === "call.ended")).toHaveLength(2);
      expect(
        server
          .stderr()
          .split("\n")
          .every((line) => line.startsWith("{")),
      ).toBe(true);
      for (const secret of ["top-secret-content", token]) {
        expect(file).not.toContain(secret);
        expect(server.stderr()).not.toContain(secret);
      }
      const kept = readdirSync(team.state, { recursive: true, withFileTypes: true }).filter((one) =>
        one.isFile(),
      );
      for (const one of kept)
        expect(readFileSync(join(one.parentPath, one.name)).includes(token)).toBe(false);
    },
  );
});
