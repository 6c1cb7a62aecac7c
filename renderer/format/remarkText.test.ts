import { readFileSync } from "node:fs";
import path from "node:path";
import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { fail, type Remark } from "../../shared/contract/index.ts";
import { remark, remarkTexts } from "../../shared/remarks/index.ts";
import { verifies } from "../../test/verifies.ts";
import { remarkText } from "./index.ts";

const catalogue = (name: string): object =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, "..", "i18n", "zh-CN", `${name}.json`), "utf8"),
  ) as object;

const t = i18next.t;
const inChinese = (given: Remark): string => remarkText(given, t);

describe("remarks of the host", () => {
  beforeAll(async () => {
    await i18next.init({
      lng: "zh-CN",
      fallbackLng: false,
      ns: ["errors", "remarks"],
      resources: { "zh-CN": { errors: catalogue("errors"), remarks: catalogue("remarks") } },
      interpolation: { escapeValue: false },
    });
  });

  verifies(
    "UI-01",
    "are said in Chinese, with the words of failures and lists inside them in Chinese too",
    () => {
      const cause = fail("notFound", "English.", {
        key: "serverHttpRefused",
        params: { server: "s", status: 400 },
      });
      expect(inChinese(remark("listUnread", { list: "resource list", cause: cause.error }))).toBe(
        "无法读取资源列表：服务器“s”拒绝了请求（400）。请查看它的说明，检查网址和它要求的请求头，然后重新连接。",
      );
      expect(inChinese(remark("importNoJson", { what: "ValueExpected", line: 3 }))).toBe(
        "这不是 JSON：第 3 行缺少值。请粘贴整个对象，从 { 到 }。",
      );
      expect(inChinese(remark("helloCut", { what: "protocol version", chars: 900, most: 300 }))).toBe(
        "它的协议版本长达 900 个字符，只保留前 300 个。",
      );
    },
  );

  it("leave no place unfilled, whatever stands in them", () => {
    const given = { list: "tool list", what: "", cause: { code: "internal", message: "m" } };
    for (const key of Object.keys(remarkTexts) as (keyof typeof remarkTexts)[]) {
      const names = [...remarkTexts[key].matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? "");
      // Words of ours and a value that would call for another text never stand together.
      const value = names.some((name) => name in given) ? "{{line}}" : "$t(errors:internal) {{line}}";
      const places = Object.fromEntries(names.map((name) => [name, value]));
      const what = { what: key === "helloCut" ? "name" : "InvalidSymbol" };
      const filled = { ...places, ...given, ...what };
      const said = inChinese(
        (remark as (key: string, places: object) => ReturnType<typeof remark>)(key, filled),
      );
      expect(said, key).not.toMatch(/\$t\(remarks|remarks:/);
      expect(said, key).toMatch(/\p{Script=Han}/u);
      expect(said, key).not.toContain("Loopwright 内部出错");
    }
  });

  it("stay as they are where they are another's words, or older than their key", () => {
    expect(inChinese({ text: "said by a server" })).toBe("said by a server");
    expect(inChinese({ text: "Old.", key: "goneSince" })).toBe("Old.");
  });

  it("are whole in English, with the failure's own words", () => {
    const cause = { code: "internal", message: "It broke." } as const;
    expect(remark("relistUnread", { cause })).toEqual({
      text: "The tool list could not be read again: It broke.",
      key: "relistUnread",
      cause,
    });
    expect(remark("restarting", { seconds: 2, attempt: 1, attempts: 3 })).toEqual({
      text: "Restarting in 2 s (1 of 3).",
      key: "restarting",
      params: { seconds: 2, attempt: 1, attempts: 3 },
    });
  });
});
