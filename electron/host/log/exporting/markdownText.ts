import { visible } from "../reading/summary.ts";

const longestRun = (text: string): number =>
  [...text.matchAll(/`+/g)].reduce((longest, [run]) => Math.max(longest, run.length), 0);

/**
 * Foreign text as a fenced block that it cannot leave: the fence is longer than any run of backticks in it. So a report
 * loads no image and runs no HTML, whatever a model or a tool wrote (SEC-EXPORT-01). Odd characters are made visible.
 */
export const fenced = (text: string, language = ""): string => {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  const clean = text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.split("\t").map(visible).join("\t"))
    .join("\n");
  return `${fence}${language}\n${clean}\n${fence}`;
};

/** Foreign text in one line of code. */
export const inlineCode = (text: string): string => {
  const clean = visible(text);
  const fence = "`".repeat(longestRun(clean) + 1);
  return `${fence} ${clean} ${fence}`;
};

/** Foreign text in running text: one line, with every sign that means something in Markdown or HTML escaped. */
export const plain = (text: string): string =>
  visible(text).replace(/[\\`*_{}[\]()#+\-.!|<>&~:/@]/g, (sign) =>
    sign === "<" ? "&lt;" : sign === "&" ? "&amp;" : `\\${sign}`,
  );
