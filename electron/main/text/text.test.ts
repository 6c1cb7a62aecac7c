import { expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import en from "./en.json" with { type: "json" };
import { createTranslate } from "./index.ts";
import zhCN from "./zh-CN.json" with { type: "json" };

const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

verifies(
  "UI-01",
  "menus and dialogs say the same in both languages, Chinese with its own punctuation",
  () => {
    expect(Object.keys(zhCN)).toEqual(Object.keys(en));
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect([key, holes(zhCN[key])]).toEqual([key, holes(en[key])]);
      expect(zhCN[key]).not.toMatch(/\p{Script=Han}[,;:!?]|[,;:!?]\p{Script=Han}/u);
    }
    expect(createTranslate(() => "zh-CN")("link.question", { host: "a.example" })).toBe(
      "要在 Loopwright 之外打开指向 a.example 的链接吗\uff1f",
    );
  },
);
