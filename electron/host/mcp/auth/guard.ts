import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { SignInFailed } from "./types.ts";

const inner = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  inner.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  inner.addSubnet(net, bits, "ipv6");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

type Reach = "loopback" | "inner" | "public";

const reachOfAddress = (address: string): Reach => {
  const bare = address.toLowerCase().startsWith("::ffff:") ? address.slice(7) : address;
  const family = isIP(bare) === 6 ? "ipv6" : "ipv4";
  if (loopback.check(bare, family)) return "loopback";
  return inner.check(bare, family) ? "inner" : "public";
};

/** How far a host lies: the nearest of its addresses counts. A name that cannot be looked up is left to the fetch. */
const reachOf = async (hostname: string): Promise<Reach> => {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare) !== 0) return reachOfAddress(bare);
  if (bare === "localhost" || bare.endsWith(".localhost")) return "loopback";
  const found = await lookup(bare, { all: true }).catch(() => []);
  const reaches = found.map(({ address }) => reachOfAddress(address));
  return (
    reaches.find((reach) => reach === "loopback") ?? reaches.find((reach) => reach === "inner") ?? "public"
  );
};

const order: readonly Reach[] = ["public", "inner", "loopback"];

/**
 * A fetch for the addresses that a server names for its sign-in. A server outside must not make us ask inside this
 * network or this machine (SEC-MCP-14), so nothing nearer than the server itself is asked; https, or http on this
 * machine; redirects are not followed.
 */
export const guardedFetch = (base: FetchLike, server: URL): FetchLike => {
  let own: Promise<Reach> | null = null;
  return async (input, init) => {
    const url = new URL(input);
    own ??= reachOf(server.hostname);
    const [mine, its] = await Promise.all([own, reachOf(url.hostname)]);
    if (url.protocol !== "https:" && !(url.protocol === "http:" && its === "loopback"))
      throw new SignInFailed(`The sign-in address ${url.origin} is not https, so it is not asked.`, {
        name: "notHttps",
        params: { origin: url.origin },
      });
    if (order.indexOf(its) > order.indexOf(mine))
      throw new SignInFailed(
        `The server names ${url.origin} for signing in, which lies inside your own network or machine. It is not asked.`,
        { name: "inside", params: { origin: url.origin } },
      );
    const response = await base(url, { ...init, redirect: "manual" });
    if (response.status < 300 || response.status >= 400) return response;
    const to = (response.headers.get("location") ?? "another address").slice(0, 300);
    throw new SignInFailed(`${url.origin} redirects to ${to}, which is not followed while signing in.`, {
      name: "redirects",
      params: { origin: url.origin, to },
    });
  };
};
