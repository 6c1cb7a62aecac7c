import type { ServerId } from "../../../shared/contract/index.ts";
import type { TestHost } from "../../fakes/hostProcess.ts";

/** A browser without a person: follows the page's redirects up to the product's own way back. */
export const browse = async (url: string, hops = 10): Promise<void> => {
  const response = await fetch(url, { redirect: "manual" });
  const location = response.headers.get("location");
  await response.body?.cancel();
  if (location !== null && hops > 0) await browse(new URL(location, url).href, hops - 1);
};

/** What a person is asked at a sign-in, and what the sign-in came to. */
export interface SignedIn {
  /** Addresses of the pages that would be opened after a yes. */
  readonly asked: readonly string[];
  readonly isOk: boolean;
  readonly message: string;
}

/**
 * Signs in at a server as a person would: `goes` says whether a page is opened; then the browser goes there. Every page is asked
 * about before it is opened; one that is not wanted is declined.
 */
export const signInAs = async (
  host: TestHost,
  serverId: ServerId,
  goes: (url: string) => boolean,
): Promise<SignedIn> => {
  const asked: string[] = [];
  let isOver = false;
  const decide = async (): Promise<void> => {
    const seen = new Set<string>();
    while (!isOver) {
      const asks = await host.ask("serverAsk.list", {});
      for (const ask of asks) {
        if (ask.kind !== "signIn" || ask.serverId !== serverId || seen.has(ask.askId)) continue;
        seen.add(ask.askId);
        asked.push(ask.url);
        const isWanted = goes(ask.url);
        await host.ask("serverAsk.answer", { askId: ask.askId, action: isWanted ? "accept" : "decline" });
        if (isWanted) await browse(ask.url);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const deciding = decide();
  const done = await host.request("server.signIn", { serverId });
  isOver = true;
  await deciding;
  return { asked, isOk: done.ok, message: done.ok ? "" : done.error.message };
};
