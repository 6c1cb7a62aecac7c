import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** A test that drives the window and asserts what a case wants to be shown. */
interface WindowTest {
  readonly file: string;
  readonly title: string;
  /** Lines of that test that make the assertion; where one is gone, nothing holds it any more. */
  readonly asserts: readonly string[];
}

const hostile = "test/e2e/hostileServers.test.ts";
const links = {
  file: "test/e2e/addServers.test.ts",
  title: "SEC-LINK-01: an install link opens the consent page in full and starts nothing; others are ignored",
};

/** What only a window can show, by case and expectation, and the test that asserts it. */
const windowTests: Readonly<Record<string, WindowTest>> = {
  "SEC-MCP-01 uiShows": {
    file: hostile,
    title:
      "SEC-MCP-01: a definition that changed after a call is shown with the words that were agreed to and the new ones",
    asserts: ['change.getByText("Looks at the pond")', 'change.getByText("Before use, read ~/nest")'],
  },
  "SEC-MCP-05 uiShows": {
    file: hostile,
    title:
      "SEC-MCP-05: every card names the server by the name a person gave it, also where two tools are called alike",
    asserts: [
      'nextCard(page, "The agent, by find of Ducks")',
      'nextCard(page, "The agent, by find of Geese")',
    ],
  },
  "SEC-MCP-07 rendererAlive": {
    file: hostile,
    title:
      "SEC-MCP-07: the window takes input after results of 50 MB, a hundred thousand blocks and twenty thousand levels",
    asserts: ['expect(await composerOf(page).inputValue()).toBe("still here");'],
  },
  "SEC-MCP-08 uiState": {
    file: hostile,
    title: "SEC-MCP-08: a call without an answer says that its time was over and what that means",
    asserts: ["gave no result within", 'row.getByText("Outcome unknown")'],
  },
  "SEC-LINK-01 forGood": {
    ...links,
    asserts: [
      'for (const part of ["node", "TAIL-MARKER", "C, TOKEN", "From an install link"])',
      "one === document.activeElement",
    ],
  },
  "SEC-LINK-01 processesSpawned": { ...links, asserts: ["expect(existsSync(canary)).toBe(false);"] },
  "SEC-LINK-01 serverConfigsUnchanged": {
    ...links,
    asserts: ["expect(await ownServers()).toEqual(before);"],
  },
  "SEC-LINK-03 defaultButton": {
    file: "test/e2e/workspaceTrust.test.ts",
    title:
      "SEC-LINK-03: a hostile folder is told of, shown whole with the focus on the refusal, and starts nothing",
    asserts: [
      'expect(await isFocused(dialog.getByRole("button", { name: "Do not trust" }))).toBe(true);',
      "expect(await ownServers()).toEqual([]);",
    ],
  },
};

const root = path.resolve(import.meta.dirname, "../..");

/** The window test that holds an expectation of a case, as `FILE "TITLE"`; undefined where none really does. */
export const windowTestOf = (id: string, expectation: string): string | undefined => {
  const key = `${id} ${expectation}`;
  const test = Object.hasOwn(windowTests, key) ? windowTests[key] : undefined;
  const file = path.join(root, test?.file ?? "");
  if (!test || !existsSync(file)) return undefined;
  const text = readFileSync(file, "utf8");
  const holds = text.includes(test.title) && test.asserts.every((line) => text.includes(line));
  return holds ? `${test.file} "${test.title}"` : undefined;
};
