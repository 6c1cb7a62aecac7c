import { createStore, type StoreApi } from "zustand/vanilla";
import type { Failure, ModelId, ModelInfo, ModelTest, Result } from "../../../shared/contract/index.ts";
import type { Bridge, Params } from "../../bridge/index.ts";

/** How the last test of a model went; kept for this window only. */
export type TestState =
  | { readonly state: "running"; readonly since: number }
  | { readonly state: "done"; readonly at: number; readonly result: Result<ModelTest> };

/** The configured models and what the person tried with them. */
export interface ModelsView {
  readonly status: "loading" | "ready" | "failed";
  readonly items: readonly ModelInfo[];
  readonly error: Failure | undefined;
  readonly tests: Readonly<Record<ModelId, TestState>>;
}

export interface ModelsStore extends StoreApi<ModelsView> {
  refresh(): Promise<void>;
  /** Adds a model; the key in it goes to the host and is kept nowhere in the page. */
  add(definition: Params<"model.add">): Promise<Result<{ readonly modelId: ModelId }>>;
  /** Gives a model its key (again); the key goes to the host and is kept nowhere in the page. */
  setKey(modelId: ModelId, apiKey: string): Promise<Result<unknown>>;
  remove(modelId: ModelId): Promise<Result<null>>;
  /** Asks the model for one token and keeps what came of it. */
  test(modelId: ModelId): Promise<void>;
}

/** Follows the list of models: read at the start, after each change made here, and after the host came back. */
export const createModelsStore = (bridge: Bridge, now: () => number): ModelsStore => {
  const store = createStore<ModelsView>(() => ({
    status: "loading",
    items: [],
    error: undefined,
    tests: {},
  }));
  const refresh = async (): Promise<void> => {
    const answer = await bridge.request("model.list", {});
    if (answer.ok) store.setState({ status: "ready", items: answer.value, error: undefined });
    else store.setState({ status: "failed", error: answer.error });
  };
  const readSoon = (): void => {
    refresh().catch((cause: unknown) => console.error("model.list failed", cause));
  };
  bridge.subscribe("session.event", (event) => {
    if (event.type === "model.added" || event.type === "model.removed") readSoon();
  });
  bridge.subscribe("app.hostChanged", (host) => {
    if (host.state === "ready") readSoon();
  });
  const setTest = (modelId: ModelId, test: TestState): void =>
    store.setState(({ tests }) => ({ tests: { ...tests, [modelId]: test } }));
  return {
    ...store,
    refresh,
    add: async (definition) => {
      const answer = await bridge.request("model.add", definition);
      if (answer.ok) await refresh();
      return answer;
    },
    setKey: async (modelId, apiKey) => {
      const answer = await bridge.request("model.setKey", { modelId, apiKey });
      if (answer.ok) await refresh();
      return answer;
    },
    remove: async (modelId) => {
      const answer = await bridge.request("model.remove", { modelId });
      if (answer.ok) await refresh();
      return answer;
    },
    test: async (modelId) => {
      setTest(modelId, { state: "running", since: now() });
      const result = await bridge.request("model.test", { modelId });
      setTest(modelId, { state: "done", at: now(), result });
    },
  };
};
