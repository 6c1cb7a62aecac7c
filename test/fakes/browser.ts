import type { AskAnswer, ServerAsks } from "../../electron/host/mcp/index.ts";

/** A browser whose person has agreed already: follows a page's redirects up to the product's own way back. */
export const browse = async (url: string, hops = 10): Promise<void> => {
  const response = await fetch(url, { redirect: "manual" });
  const location = response.headers.get("location");
  await response.body?.cancel();
  if (location !== null && hops > 0) await browse(new URL(location, url).href, hops - 1);
};

/** A person who answers nothing but opens sign-in pages as `visit` does; false refuses. The ask is over when the page answered. */
export const asksOfBrowser = (visit: (url: string) => Promise<boolean>): ServerAsks => ({
  elicit: async () => ({ kind: "refused", reason: "" }),
  sample: async () => ({ kind: "refused", reason: "" }),
  signIn: async (url, signal) => {
    if (!(await visit(url))) return { kind: "refused", reason: "no" };
    return new Promise<AskAnswer>((resolve) => {
      const over = (): void => resolve({ kind: "answered", result: {} });
      if (signal.aborted) over();
      else signal.addEventListener("abort", over, { once: true });
    });
  },
});
