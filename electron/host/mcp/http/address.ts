import { isIP } from "node:net";
import { fail, ok, type Result } from "../../../../shared/contract/index.ts";

/** True for the machine's own loopback names and addresses. */
const isLoopback = (hostname: string): boolean => {
  const bare = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (bare === "localhost" || bare.endsWith(".localhost")) return true;
  return isIP(bare) === 4 ? bare.startsWith("127.") : bare === "::1";
};

type Problem = "whole" | "password" | "clear" | "scheme";

const refuse = (url: string, name: Problem, problem: string): Result<never> =>
  fail("invalidInput", `The address ${JSON.stringify(url)} cannot be used: ${problem}`, {
    key: "serverAddress",
    params: { url, name, problem },
  });

/**
 * An address a server may be reached at (MCP-01): https, or http on this machine. Passwords belong in headers, which are
 * kept as secrets, not in the address, which is shown and logged.
 */
export const parseAddress = (text: string): Result<URL> => {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refuse(text, "whole", "it is not a whole URL, such as https://example.com/mcp.");
  }
  if (url.username !== "" || url.password !== "")
    return refuse(
      `${url.protocol}//${url.host}${url.pathname}`,
      "password",
      "it holds a user name or password. Send them in a header.",
    );
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))) return ok(url);
  if (url.protocol === "http:")
    return refuse(
      text,
      "clear",
      "http sends everything in the clear, so it is for this machine alone. Use https.",
    );
  return refuse(text, "scheme", `it begins with ${url.protocol} instead of https:.`);
};
