import type { Cdp } from "./cdp.ts";
import { until } from "./wait.ts";

/** What a session of a bench is made of. */
export interface SessionWish {
  readonly title: string;
  /** Folder of the workspace; undefined for the sample project. */
  readonly folder?: string;
  /** Address of an OpenAI-compatible server; undefined for the demo model. */
  readonly baseUrl?: string;
  readonly text: string;
}

type Requests = Readonly<
  Record<string, (params: unknown) => Promise<{ ok: boolean; value?: unknown; error?: { message: string } }>>
>;

/** Waits until the page shows that its host answers. */
export const hostRuns = (page: Cdp): Promise<boolean> =>
  until(
    "the host",
    async () => (await page.call(() => document.body.innerText.includes("Host running"))) || undefined,
  );

/** Makes a session and sends its first message through the page's own way to the host. Gives the session's id. */
export const startSession = async (page: Cdp, wish: SessionWish): Promise<string> => {
  await hostRuns(page);
  return page.call(async (given: SessionWish) => {
    const { requests } = (window as unknown as { loopwright: { requests: Requests } }).loopwright;
    const ask = async (name: string, params: unknown): Promise<Record<string, unknown>> => {
      const answer = await requests[name]?.(params);
      if (answer?.ok !== true) throw new Error(`${name}: ${answer?.error?.message ?? "unknown"}`);
      return answer.value as Record<string, unknown>;
    };
    const { workspaceId } =
      given.folder === undefined
        ? await ask("workspace.openSample", {})
        : await ask("workspace.open", { path: given.folder });
    const demo = async (): Promise<unknown> => {
      const models = (await ask("model.list", {})) as unknown as { modelId: string; isDemo: boolean }[];
      return models.find((model) => model.isDemo)?.modelId;
    };
    const scripted = async (): Promise<unknown> =>
      (
        await ask("model.add", {
          kind: "openai-compatible",
          name: given.title,
          baseUrl: given.baseUrl,
          model: "scripted",
        })
      )["modelId"];
    const modelId = await (given.baseUrl === undefined ? demo() : scripted());
    const { sessionId } = await ask("session.create", { workspaceId, modelId, title: given.title });
    await ask("session.send", { sessionId, text: given.text });
    return sessionId as string;
  }, wish);
};

/** Waits until the session list holds a row of that title. */
export const rowShown = (page: Cdp, title: string): Promise<boolean> =>
  until(
    `the session “${title}” in the list`,
    async () =>
      (await page.call(
        (text: string) => document.querySelector(`button[title^="${text}"]`) !== null,
        title,
      )) || undefined,
  );
