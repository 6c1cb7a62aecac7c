import { startMcpHttpServer } from "../../fakes/mcpHttpServer.ts";
import { wantsSignIn } from "../../fakes/signedServer.ts";
import { startSignInServer, type SignInQuirks } from "../../fakes/signInServer.ts";
import { addHttp, removeNamed } from "../mcp/caseServers.ts";
import { openLab } from "../lab.ts";
import { signInAs } from "../mcp/signIn.ts";
import { isObject, NotRun, wordOf, type Json } from "../types.ts";
import { holds, oneLine } from "../verdicts.ts";
import type { Adapter } from "./observed.ts";

/** The metadata that a vector changes, and where the server says its description lies. @throws NotRun for another form */
const quirksOf = (vector: unknown): { quirks: SignInQuirks; resourceMetadata?: string } => {
  const given: Json = isObject(vector) ? vector : {};
  const { resource_metadata: description, redirect, ...metadata } = given;
  const odd = Object.keys(metadata).find((key) => !key.endsWith("_endpoint"));
  if (odd !== undefined || Object.keys(given).length !== 1)
    throw new NotRun("not built yet: metadata of another form");
  const target =
    typeof redirect === "string" ? /^302 to (?<to>\S+)$/.exec(redirect)?.groups?.["to"] : undefined;
  if (redirect !== undefined && target === undefined) throw new NotRun(`by hand: ${wordOf(redirect)}`);
  return {
    quirks: { metadata, ...(target === undefined ? {} : { redirectsTo: target }) },
    ...(typeof description === "string" ? { resourceMetadata: description } : {}),
  };
};

/**
 * `mcpAuth.begin`: for each vector a server on this machine that wants a sign-in, with metadata of the vector; a person who says yes
 * to the page of the sign-in server itself and to none other. Nothing leaves the machine; what was wanted is noted.
 */
export const signInAdapter = async (): Promise<Adapter> => {
  const lab = openLab();
  const host = await lab.host();
  const since = Date.now();
  const ownPages = new Set<string>();
  const asked: string[] = [];
  /** `https`, or the page of the case's own sign-in server, which stands in for one: it speaks http on this machine. */
  const mayBeOpened = (page: string): boolean => {
    const { protocol, origin } = new URL(page);
    return protocol === "https:" || ownPages.has(origin);
  };
  return {
    isPure: false,
    host,
    noted: () => lab.noted(since),
    own: {
      openExternalOnlyFor: (wanted) => {
        const odd = asked.find((page) => !mayBeOpened(page));
        if (wanted !== "https URL, after a confirm that shows the full URL and host")
          throw new NotRun(`not built yet: openExternalOnlyFor ${wordOf(wanted)}`);
        return holds(odd === undefined, `a person was asked to open ${oneLine(odd ?? "")}`);
      },
    },
    tryVector: async (vector) => {
      const { quirks, resourceMetadata } = quirksOf(vector);
      await using oauth = await startSignInServer();
      await using http = await startMcpHttpServer();
      Object.assign(oauth.quirks, quirks);
      ownPages.add(oauth.origin);
      http.say = wantsSignIn(http, oauth, resourceMetadata === undefined ? {} : { resourceMetadata });
      const { serverId, name } = await addHttp(host, "R", http);
      const done = await signInAs(host, serverId, (page) => new URL(page).origin === oauth.origin);
      asked.push(...done.asked);
      await removeNamed(host, name);
      return { what: JSON.stringify(vector), isError: !done.isOk, text: done.message, pages: done.asked };
    },
    close: () => lab.close(),
  };
};
