import { request } from "node:http";
import { connect } from "node:net";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import type { TokenOptions } from "./issuer.ts";
import { openTeam, post } from "./teamServer.ts";

const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

/** Status of a POST whose Host header is chosen freely, which fetch does not allow. */
async function statusWith(url: string, headers: Record<string, string>): Promise<number> {
  return await new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end("{}");
  });
}

describe("team mode's door", () => {
  verifies(
    ["TOOL-10"],
    "lets in only a token that is right in every part, and says what is wrong",
    async () => {
      await using team = await openTeam();
      const server = await team.start();
      const url = `${server.url}/projects/shop/mcp`;
      const attempt = async (
        token: string | null,
      ): Promise<{ status: number; challenge: string; text: string }> => {
        const answer = await post(url, list, token === null ? {} : { authorization: token });
        return {
          status: answer.status,
          challenge: answer.headers.get("www-authenticate") ?? "",
          text: answer.text,
        };
      };
      const good = await team.issuer.token("ana");
      expect(await attempt(`Bearer ${good}`)).toMatchObject({ status: 200, challenge: "" });
      const cases: [string, TokenOptions, string][] = [
        ["issuer", { issuer: "https://other.example.test" }, "from another issuer"],
        ["audience", { audience: "https://other.example.test" }, "for another audience"],
        ["expired", { expiresIn: -60 }, "the token expired at 20"],
        ["no expiry", { expiresIn: null }, "does not say when it expires"],
        ["too early", { notBeforeIn: 600 }, "not valid before 20"],
        ["forged", { isForged: true }, "signature does not fit"],
      ];
      for (const [name, options, why] of cases) {
        const token = await team.issuer.token("ana", options);
        const answer = await attempt(`Bearer ${token}`);
        expect(answer.status, name).toBe(401);
        expect(answer.challenge, name).toContain('error="invalid_token"');
        expect(answer.challenge, name).toContain(why);
        expect(answer.text, name).toContain(why);
        expect(server.stderr() + answer.text + answer.challenge).not.toContain(token);
      }
      // Within the tolerance of clocks that differ.
      expect((await attempt(`Bearer ${await team.issuer.token("ana", { expiresIn: -2 })}`)).status).toBe(200);
      const [head, body] = good.split(".");
      const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`;
      for (const bad of [
        `Bearer ${none}`,
        `Bearer ${head}.${body}.AAAA`,
        "Bearer x",
        "Basic YTpi",
        "Bearer ",
      ])
        expect((await attempt(bad)).status, bad).toBe(401);
      const nobody = await attempt(null);
      expect(nobody.status).toBe(401);
      expect(nobody.challenge).toBe(
        `Bearer realm="loopwright-workspace", resource_metadata="${server.url}/.well-known/oauth-protected-resource/projects/shop/mcp"`,
      );
      const metadata = await fetch(`${server.url}/.well-known/oauth-protected-resource/projects/shop/mcp`);
      expect(await metadata.json()).toMatchObject({
        resource: url,
        authorization_servers: [team.issuer.issuer],
        bearer_methods_supported: ["header"],
      });
    },
  );

  verifies(
    ["TOOL-10"],
    "takes a new key of the issuer, and does not blame a token for keys it cannot get",
    async () => {
      await using team = await openTeam();
      const server = await team.start();
      const url = `${server.url}/projects/shop/mcp`;
      await team.issuer.stop();
      const token = await team.issuer.token("ana");
      const answer = await post(url, list, { authorization: `Bearer ${token}` });
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toBe("2");
      // The same keys, in the policy itself, and one more after a rotation.
      await team.issuer.rotate();
      const auth = { ...(team.policy["auth"] as object), jwks: { keys: team.issuer.jwks.keys } };
      team.writePolicy({ ...team.policy, auth });
      await server.logged("policy.loaded");
      const rotated = await team.issuer.token("ana");
      await expect
        .poll(async () => (await post(url, list, { authorization: `Bearer ${rotated}` })).status, {
          timeout: 20_000,
        })
        .toBe(200);
    },
  );

  verifies(
    ["TOOL-10"],
    "refuses foreign Host and Origin headers, big and slow requests, and other methods",
    async () => {
      await using team = await openTeam({ bodyBytes: 4_096, requestMs: 400 });
      const server = await team.start();
      const url = `${server.url}/projects/shop/mcp`;
      const authorization = `Bearer ${await team.issuer.token("ana")}`;
      const { port } = new URL(server.url);
      for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example"])
        expect(await statusWith(url, { host, authorization }), host).toBe(403);
      expect(await statusWith(url, { host: `localhost:${port}` })).toBe(401);
      for (const origin of ["https://evil.example", "null", server.url])
        expect((await post(url, list, { authorization, origin })).status, origin).toBe(403);
      const allowed = {
        ...team.policy,
        http: { allowedHosts: ["ws.example"], allowedOrigins: ["https://app.example"] },
      };
      team.writePolicy(allowed);
      await expect
        .poll(async () => (await post(url, list, { authorization, origin: "https://app.example" })).status, {
          timeout: 20_000,
        })
        .toBe(200);
      expect(await statusWith(url, { host: "ws.example" })).toBe(401);
      const answer = await post(url, list, { authorization, origin: "https://app.example" });
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
      expect((await post(url, { ...list, pad: "x".repeat(5_000) }, { authorization })).status).toBe(413);
      expect((await post(url, "{", { authorization })).status).toBe(400);
      for (const method of ["GET", "DELETE", "OPTIONS"])
        expect((await fetch(url, { method, headers: { authorization } })).status, method).toBe(405);
      expect((await fetch(`${server.url}/projects/../etc/mcp`)).status).toBe(404);
      const slow = connect(Number(port), "127.0.0.1");
      slow.write(
        `POST /projects/shop/mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n`,
      );
      const said = await new Promise<string>((resolve) => {
        let text = "";
        slow.on("data", (chunk: Buffer) => (text += chunk.toString()));
        slow.on("close", () => resolve(text));
      });
      expect(said).toContain("408");
    },
  );

  verifies(["TOOL-10"], "tells nobody else's project from none, and audits who was turned away", async () => {
    await using team = await openTeam();
    const server = await team.start();
    const ask = async (project: string, subject: string): Promise<{ status: number; text: string }> =>
      await post(`${server.url}/projects/${project}/mcp`, list, {
        authorization: `Bearer ${await team.issuer.token(subject)}`,
      });
    const foreign = await ask("blog", "ana");
    const missing = await ask("nope", "ana");
    expect([foreign.status, missing.status]).toEqual([403, 403]);
    expect(missing.text.replaceAll("nope", "blog")).toBe(foreign.text);
    expect((await ask("shop", "stranger")).status).toBe(403);
    const audit = readFileSync(join(team.state, "audit", "blog.ndjson"), "utf8")
      .trim()
      .split("\n");
    expect(audit.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { event: "request.denied", identity: "ana", project: "blog", decision: "denied", instance: server.id },
    ]);
  });
});
