import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { remarkTexts } from "../../shared/remarks/index.ts";
import { verifies } from "../../test/verifies.ts";

const here = import.meta.dirname;
const renderer = path.dirname(here);
const languages = ["en", "zh-CN"] as const;

const flatten = (value: unknown, at: string): [string, string][] =>
  typeof value === "string"
    ? [[at, value]]
    : Object.entries(value as object).flatMap(([key, item]) =>
        flatten(item, at === "" ? key : `${at}.${key}`),
      );

const texts = (language: string): Map<string, string> =>
  new Map(
    readdirSync(path.join(here, language)).flatMap((file) =>
      flatten(JSON.parse(readFileSync(path.join(here, language, file), "utf8")), "").map(
        ([key, text]): [string, string] => [`${file.replace(/\.json$/, "")}:${key}`, text],
      ),
    ),
  );

/** English has two plural forms where Chinese has one. */
const base = (key: string): string => key.replace(/_(one|other|zero|two|few|many)$/, "");
/** Failures and remarks carry their own English; only other languages hold texts for them. */
const bases = (language: string): string[] =>
  [...new Set([...texts(language).keys()].map(base))].filter((key) => !/^(errors|remarks):/.test(key)).sort();
const placeholders = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort();

const sources = readdirSync(renderer, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes("fake"))
  .map((file) => ({ file, text: readFileSync(path.join(renderer, file), "utf8") }));

verifies("UI-01", "both languages have the same texts, none empty, with the same figures in them", () => {
  expect(bases("zh-CN")).toEqual(bases("en"));
  for (const language of languages)
    for (const [key, text] of texts(language)) expect(text.trim(), `${language} ${key}`).not.toBe("");
  const chinese = texts("zh-CN");
  for (const [key, text] of texts("en")) {
    if (key.endsWith("_one")) continue;
    const same = chinese.get(key) ?? chinese.get(`${base(key)}_other`);
    expect(placeholders(same ?? ""), key).toEqual(placeholders(text));
  }
});

verifies("UI-01", "Chinese is written with full-width punctuation", () => {
  for (const [key, text] of texts("zh-CN")) {
    expect(text, key).not.toMatch(
      /[\u4e00-\u9fff] ?[,;:!?()]|[,;:!?(] ?[\u4e00-\u9fff]|[\u4e00-\u9fff]\.(\s|$)/,
    );
    expect(text, key).not.toContain("...");
  }
});

verifies("UI-01", "no text of the interface stands in a component", () => {
  // Words between tags, and words given to what people read: a label, a title, a placeholder.
  const raw =
    /(?<!=)>\s*[A-Za-z][a-z]+[^<>{}=;]*<\/|\b(?:label|title|placeholder|aria-label|alt)="[A-Z][^"]*"/;
  const allowed = new Set(["Loopwright"]);
  const found = sources
    .filter(({ file }) => file.endsWith(".tsx"))
    .flatMap(({ file, text }) =>
      [...text.matchAll(new RegExp(raw, "g"))].map((match) => `${file}: ${match[0].trim()}`),
    )
    .filter((hit) => ![...allowed].some((word) => hit.includes(`>${word}<`)));
  expect(found).toEqual([]);
});

verifies("UI-01", "every failure that the host, the app or the page can name has its Chinese text", () => {
  const files = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("node_modules"))
      .map((file) => readFileSync(path.join(folder, file), "utf8"));
  const named = files(path.join(path.dirname(renderer), "electron")).flatMap((text) => [
    ...text.matchAll(/(?<=fail\([\s\S]{1,600}|code: [\s\S]{1,400})\bkey: (?:\w+ \? "(\w+)" : )?"(\w+)"/g),
    ...text.matchAll(/^\s+"(model[A-Z]\w+)",$()/gm),
  ]);
  const keys = new Set(
    named.flatMap((match) => [match[1], match[2]]).filter((key) => key !== undefined && key !== ""),
  );
  expect(keys.size).toBeGreaterThan(40);
  const chinese = texts("zh-CN");
  expect([...keys].filter((key) => !chinese.has(`errors:${key ?? ""}`) && key !== "none")).toEqual([]);
});

/** Words that stand in remarks, by what the host calls them. */
const isWord = (key: string): boolean => /^remarks:(json|list|hello)\./.test(key);

verifies("UI-01", "every remark of the host has its Chinese text, with the same places in it", () => {
  const chinese = texts("zh-CN");
  const ours = [...chinese.keys()].filter((key) => key.startsWith("remarks:") && !isWord(key));
  expect(ours.sort()).toEqual(
    Object.keys(remarkTexts)
      .map((key) => `remarks:${key}`)
      .sort(),
  );
  for (const [key, text] of Object.entries(remarkTexts))
    expect(placeholders(chinese.get(`remarks:${key}`) ?? ""), key).toEqual(placeholders(text));
});

it("has every text that a component asks for by name", () => {
  const known = new Set(bases("en"));
  const missing = sources.flatMap(({ file, text }) => {
    const namespaces = [...text.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(
      (match) => match[1]?.match(/\w+/g) ?? [],
    );
    return [...text.matchAll(/\bt\(\s*"([\w.:]+)"/g)]
      .map((match) => match[1] ?? "")
      .filter(
        (key) =>
          !(key.includes(":") ? [key] : namespaces.map((name) => `${name}:${key}`)).some((one) =>
            known.has(one),
          ),
      )
      .filter(() => namespaces.length > 0)
      .map((key) => `${file}: ${key}`);
  });
  expect(missing).toEqual([]);
});
