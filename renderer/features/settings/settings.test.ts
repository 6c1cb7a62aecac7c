import { expect, it } from "vitest";
import { createFakeBridge } from "../../bridge/fake/fakeBridge.ts";
import { storySettings } from "../../bridge/fake/storyFacts.ts";
import { parseLimit } from "./parse.ts";
import { createSettingsStore } from "./store.ts";

it("reads limits as people type them", () => {
  const bounds = { min: 1, max: 100, isWhole: true, mayBeEmpty: false };
  expect(parseLimit(" 25 ", bounds)).toEqual({ ok: true, value: 25 });
  expect(parseLimit("２５", bounds)).toEqual({ ok: true, value: 25 });
  expect(["", "0", "101", "2.5", "x", "1e1", "-3"].map((text) => parseLimit(text, bounds).ok)).toEqual(
    Array(7).fill(false),
  );
  expect(parseLimit("", { ...bounds, mayBeEmpty: true })).toEqual({ ok: true, value: null });
  expect(parseLimit("2,5", { ...bounds, isWhole: false })).toEqual({ ok: true, value: 2.5 });
});

it("shows what the host holds, and why a change was refused", async () => {
  const bridge = createFakeBridge();
  bridge.on("settings.get", storySettings);
  bridge.on("settings.set", () => ({ ok: false, error: { code: "invalidInput", message: "no" } }));
  const store = createSettingsStore(bridge);
  await store.refresh();
  await store.change({ policyMode: "plan" });
  expect(store.getState()).toEqual({
    settings: storySettings(),
    error: { code: "invalidInput", message: "no" },
  });
});
