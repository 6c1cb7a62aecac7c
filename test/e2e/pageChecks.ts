import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** What axe has against the page as it is shown: rule and element, one line each. */
export const axeFaults = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) =>
        `${id}: ${node.target.join(" ")} | ${node.html.slice(0, 160)} | ${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ""}`,
    ),
  );
};

/** Words a Chinese page keeps: names of products, formats, units and keys. */
const kept = new Set(
  [
    "Loopwright MCP JSON Markdown OpenAI Ollama API URL HTTP HTTPS SHA GitHub Electron Chromium Node English Ctrl Shift Enter Esc Tab Alt",
    "Backspace KB MB ID PID USD LM Studio stdio stderr stdout Linux Windows macOS npx npm tok token",
  ]
    .join(" ")
    .split(" ")
    .map((word) => word.toLowerCase()),
);

/** What a person wrote or a program is called: not the interface's own words. */
const CONTENT = [
  "code",
  "pre",
  "kbd",
  "textarea",
  ".monaco-editor",
  "svg",
  "style",
  "script",
  "[data-content]",
].join(",");

/** Every piece of text the page shows or says, with the element it stands in. */
const textsOf = (page: Page): Promise<{ text: string; where: string }[]> =>
  page.evaluate((content) => {
    const found: { text: string; where: string }[] = [];
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement } = node;
      const text = node.textContent?.trim() ?? "";
      if (parentElement === null || text === "" || parentElement.closest(content) !== null) continue;
      if (parentElement.getClientRects().length > 0) found.push({ text, where: nameOf(parentElement) });
    }
    for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder]")) {
      if (element.closest(".monaco-editor") !== null) continue;
      for (const name of ["aria-label", "title", "placeholder"]) {
        const text = element.getAttribute(name)?.trim() ?? "";
        if (text !== "") found.push({ text, where: `${nameOf(element)} ${name}` });
      }
    }
    return found;
  }, CONTENT);

/** Texts that are the key of a missing translation instead of its words. `isName` tells what only looks like one. */
export const missingKeys = async (page: Page, isName: (text: string) => boolean): Promise<string[]> =>
  (await textsOf(page))
    .filter(
      ({ text }) =>
        /^(?:[a-z][A-Za-z]*:)?[a-z][A-Za-z0-9]*(?:[.:_][A-Za-z][A-Za-z0-9]*)+$/.test(text) && !isName(text),
    )
    .map(({ text, where }) => `${text} in ${where}`);

/** Letters and figures alone: Markdown marks and the pieces it is drawn in do not matter. */
const bare = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();

/** English words left in a Chinese page. `content` is what people, models and servers wrote or are called. */
export const englishWords = async (page: Page, content: readonly string[]): Promise<string[]> => {
  const written = content.map(bare);
  return (await textsOf(page)).flatMap(({ text, where }) => {
    if (written.some((one) => one.includes(bare(text)))) return [];
    const own = content
      .filter((one) => one.length < 200)
      .reduce((rest, one) => rest.replaceAll(one, " "), text);
    const words = (own.match(/[A-Za-z]{3,}/g) ?? []).filter((word) => !kept.has(word.toLowerCase()));
    return words.length === 0 ? [] : [`${words.join(" ")} in "${text.slice(0, 120)}" (${where})`];
  });
};

/** Elements that scroll sideways, the page itself among them, but for code, which may. */
export const sidewaysScrolls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.scrollingElement;
    const whole =
      root !== null && root.scrollWidth > window.innerWidth + 1
        ? [`the page: ${root.scrollWidth} > ${window.innerWidth}`]
        : [];
    const parts = [...document.body.querySelectorAll("*")].filter((element) => {
      if (
        element.closest("pre, .monaco-editor, textarea, input") !== null ||
        element.querySelector(":scope > pre, :scope > code") !== null
      )
        return false;
      const { overflowX } = getComputedStyle(element);
      return (
        (overflowX === "auto" || overflowX === "scroll") && element.scrollWidth > element.clientWidth + 1
      );
    });
    return [
      ...whole,
      ...parts.map(
        (element) =>
          `${element.tagName.toLowerCase()}.${element.className}: ${element.scrollWidth} > ${element.clientWidth}`,
      ),
    ];
  });
