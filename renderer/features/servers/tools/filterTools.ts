import type { ToolInfo } from "../../../../shared/contract/index.ts";

/** The tools in whose name, title or description every word of the text stands, in their order; names that begin with it first. */
export const filterTools = (tools: readonly ToolInfo[], text: string): readonly ToolInfo[] => {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return tools;
  const found = tools.filter(({ name, title, description }) => {
    const all = `${name} ${title ?? ""} ${description}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const isNamed = ({ name }: ToolInfo): boolean => name.toLowerCase().includes(words[0] ?? "");
  return [...found.filter(isNamed), ...found.filter((tool) => !isNamed(tool))];
};
