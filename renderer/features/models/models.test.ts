import { expect, it } from "vitest";
import type { ModelId } from "../../../shared/contract/index.ts";
import { createFakeBridge } from "../../bridge/fake/fakeBridge.ts";
import { storyModels } from "../../bridge/fake/storyFacts.ts";
import { verifies } from "../../../test/verifies.ts";
import { isBaseUrl, presets, sendsKeyInClear } from "./presets.ts";
import { createModelsStore } from "./store.ts";

verifies("MODEL-02", "a key goes to the host once and stays nowhere in the page", async () => {
  const bridge = createFakeBridge();
  bridge.on("model.list", storyModels);
  bridge.on("model.add", () => ({ modelId: "model-9" as ModelId }));
  bridge.on("model.test", () => ({
    ok: false,
    error: { code: "unauthorized", message: "The key was refused." },
  }));
  const store = createModelsStore(bridge, () => 7);
  await store.add({
    kind: "openai-compatible",
    name: "x",
    baseUrl: "https://a/v1",
    model: "x",
    apiKey: "sk-very-secret",
  });
  await store.test("model-9" as ModelId);
  expect(
    bridge.asked.filter((one) => JSON.stringify(one).includes("sk-very-secret")).map((one) => one.name),
  ).toEqual(["model.add"]);
  expect(JSON.stringify(store.getState())).not.toContain("sk-very-secret");
  expect(store.getState().tests["model-9" as ModelId]).toMatchObject({
    state: "done",
    result: { error: { code: "unauthorized" } },
  });
});

it("knows addresses, and keys that would travel in the open", () => {
  expect(presets.filter((preset) => preset.id !== "other").every((preset) => isBaseUrl(preset.baseUrl))).toBe(
    true,
  );
  expect(["", "localhost:1234", "ftp://a/v1", "https://a/v1"].map(isBaseUrl)).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(sendsKeyInClear("http://example.org/v1", "k")).toBe(true);
  expect(sendsKeyInClear("http://localhost:11434/v1", "k")).toBe(false);
  expect(sendsKeyInClear("http://127.0.0.1:1/v1", "k")).toBe(false);
  expect(sendsKeyInClear("https://example.org/v1", "k")).toBe(false);
});
