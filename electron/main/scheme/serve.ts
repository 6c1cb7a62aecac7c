import { readFile } from "node:fs/promises";
import { protocol } from "electron";
import type { Protocol } from "electron";
import { bundleFile } from "./bundleFile.ts";
import { contentPolicy } from "./contentPolicy.ts";

/** Declares `app:` as a scheme with an origin. Must run before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built page from its folder, each answer under the page's policy. Anything else is 404. */
export function servePage(target: Protocol, folder: string): void {
  target.handle("app", async ({ method, url }) => {
    const found = method === "GET" ? bundleFile(folder, url) : undefined;
    if (found === undefined) return refused();
    const body = await readFile(found.file).catch(() => undefined);
    return body === undefined
      ? refused()
      : new Response(new Uint8Array(body), { headers: headersOf(found.type) });
  });
}

function refused(): Response {
  return new Response("Not found", { status: 404, headers: headersOf("text/plain") });
}

function headersOf(type: string): Record<string, string> {
  return {
    "content-type": type,
    "content-security-policy": contentPolicy,
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  };
}
