import type { MenuItemConstructorOptions } from "electron";
import { expect, it } from "vitest";
import { createTranslate } from "../text/index.ts";
import { menuTemplate } from "./template.ts";

const flat = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);

it.each([true, false])("sends the page's actions and takes none of its keys (Mac: %s)", (isMac) => {
  const sent: string[] = [];
  const actions = {
    command: (name: string) => sent.push(name),
    showDataFolder: () => undefined,
    restartHost: () => undefined,
    about: () => undefined,
  };
  const items = flat(
    menuTemplate(
      createTranslate(() => "zh-CN"),
      actions,
      isMac,
      false,
    ),
  );
  for (const item of items) (item.click as (() => void) | undefined)?.();
  expect(sent).toContain("session.new");
  expect(new Set(sent).size).toBe(sent.length);
  const keys = items.filter(({ accelerator }) => accelerator !== undefined);
  expect(keys.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(true);
  expect(new Set(keys.map(({ accelerator }) => accelerator)).size).toBe(keys.length);
  expect(items.some(({ role }) => role === "toggleDevTools" || role === "reload")).toBe(false);
  expect(items.some(({ role }) => role === "quit")).toBe(true);
});
