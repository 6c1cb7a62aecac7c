import type { Page } from "playwright-core";
import type {
  AppInput,
  AppOutput,
  AppRequestName,
  Approval,
  Input,
  Output,
  RequestName,
  Result,
} from "../../shared/contract/index.ts";
import type { TestApp } from "./app.ts";
import { TASK } from "./story.ts";

type Name = RequestName | AppRequestName;
type InputOf<N extends Name> = N extends RequestName
  ? Input<N>
  : N extends AppRequestName
    ? AppInput<N>
    : never;
type OutputOf<N extends Name> = N extends RequestName
  ? Output<N>
  : N extends AppRequestName
    ? AppOutput<N>
    : never;

/** Asks as the page itself asks: through the preload's functions. Throws with the failure's words when it is not ok. */
export const ask = async <N extends Name>(page: Page, name: N, params: InputOf<N>): Promise<OutputOf<N>> => {
  const answer = await page.evaluate(
    ([method, input]) => {
      const { requests } = (
        window as never as { loopwright: { requests: Record<string, (params: unknown) => Promise<unknown>> } }
      ).loopwright;
      return requests[method]?.(input);
    },
    [name, params] as const,
  );
  const result = answer as Result<OutputOf<N>>;
  if (!result.ok) throw new Error(`${name}: ${result.error.code}: ${result.error.message}`);
  return result.value;
};

/** Polls until `probe` gives something, and fails with `what` after the limit. */
export const until = async <T>(
  what: string,
  probe: () => Promise<T | undefined>,
  limitMs = 60_000,
): Promise<T> => {
  const end = performance.now() + limitMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`waited ${limitMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** Makes a session in the sample project with the demonstration and asks it the story's question. */
export const startDemo = async (page: Page, title?: string): Promise<string> => {
  const { workspaceId } = await ask(page, "workspace.openSample", {});
  const demo = (await ask(page, "model.list", {})).find((model) => model.isDemo);
  if (demo === undefined) throw new Error("there is no demonstration model");
  const { sessionId } = await ask(page, "session.create", {
    workspaceId,
    modelId: demo.modelId,
    ...(title === undefined ? {} : { title }),
  });
  await ask(page, "session.send", { sessionId, text: TASK });
  return sessionId;
};

/** Makes a session in a folder with a scripted model at `baseUrl`, without a message yet. */
export const scriptedSession = async (
  page: Page,
  { folder, baseUrl, title }: { readonly folder: string; readonly baseUrl: string; readonly title: string },
): Promise<Output<"session.create">> => {
  const { workspaceId } = await ask(page, "workspace.open", { path: folder });
  const { modelId } = await ask(page, "model.add", {
    kind: "openai-compatible",
    name: "scripted",
    baseUrl,
    model: "scripted",
  });
  return ask(page, "session.create", { workspaceId, modelId, title });
};

/** How a window looks, and its size in CSS pixels. */
interface Look {
  readonly theme: "light" | "dark" | "contrast";
  readonly language: "en" | "zh-CN";
  readonly width: number;
  readonly height: number;
}

/** Draws the window anew in another look; it opens with the same session. */
export const wear = async (app: TestApp, { theme, language, width, height }: Look): Promise<void> => {
  await ask(app.page, "app.setAppearance", { theme, language });
  await app.resize(width, height);
  await app.page.reload();
};

/** The first call of a session that waits for a person. */
export const waitingOf = (page: Page, sessionId: string): Promise<Approval> =>
  until("a call that waits", async () =>
    (await ask(page, "approval.list", {})).find(({ call }) => call.sessionId === sessionId),
  );

/** Lets a demonstration play to its end: everything is allowed but what leaves the machine. */
export const playDemo = async (page: Page, sessionId: string): Promise<void> => {
  const isOver = async (): Promise<boolean> => {
    const { state, turns } = await ask(page, "session.snapshot", { sessionId: sessionId as never });
    return state === "idle" && turns.at(-1)?.reason !== undefined;
  };
  await until(
    "the end of the demonstration",
    async () => {
      const waiting = (await ask(page, "approval.list", {})).find(({ call }) => call.sessionId === sessionId);
      if (waiting !== undefined)
        await ask(page, "approval.decide", {
          callId: waiting.call.callId,
          argsHash: waiting.argsHash,
          decision: waiting.severity === "L4" ? "deny" : "allow",
        });
      return (await isOver()) ? true : undefined;
    },
    120_000,
  );
};
