import type { Node } from "@vscode/tree-sitter-wasm";
import { reason } from "../reasons.ts";
import { wordOf, type Word } from "./words.ts";

/** One simple command: its words, the program first. */
export type Simple = readonly Word[];

/** What a command line consists of. */
export interface Collected {
  readonly commands: readonly Simple[];
  readonly reasons: readonly string[];
  /** Only literal words of plain commands joined by `&&`, `||`, `;` and pipes (security §4.3). */
  readonly isFullyLiteral: boolean;
  /** Texts that some program may run: here documents, here strings. */
  readonly fed: readonly string[];
  readonly redirects: readonly Word[];
}

/** Node types that hide nothing. */
const plainTypes = new Set(
  "program list pipeline command command_name word raw_string string string_content number comment concatenation".split(
    " ",
  ),
);
const plainTokens = new Set(["&&", "||", ";", "|", '"', "\n"]);

function simpleOf(node: Node): Simple {
  const words: Word[] = [];
  for (const child of node.namedChildren) {
    if (child === null) continue;
    if (child.type === "variable_assignment" || child.type.endsWith("_redirect")) continue;
    words.push(wordOf(child));
  }
  return words;
}

function redirectOf(node: Node): Word | null {
  const target = node.childForFieldName("destination");
  if (target === null || target.type === "number") return null;
  return wordOf(target);
}

const substitutions = new Set([
  "command_substitution",
  "process_substitution",
  "simple_expansion",
  "expansion",
  "arithmetic_expansion",
]);

/** Walks a whole tree without recursion: nesting is the writer's to choose. */
export function collect(root: Node): Collected {
  const commands: Simple[] = [];
  const reasons = new Set<string>();
  const fed: string[] = [];
  const redirects: Word[] = [];
  let isFullyLiteral = !root.hasError;
  const stack: Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const { type } = node;
    if (node.isNamed ? !plainTypes.has(type) : !plainTokens.has(type)) isFullyLiteral = false;
    if (type === "command") commands.push(simpleOf(node));
    else if (type === "file_redirect") {
      const target = redirectOf(node);
      if (target !== null) {
        redirects.push(target);
        reasons.add(reason("redirect", target.text));
      }
    } else if (type === "heredoc_body" || type === "herestring_redirect") fed.push(node.text);
    else if (substitutions.has(type)) reasons.add(reason("substitution"));
    else if (type === "&" && !node.isNamed) reasons.add(reason("background"));
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child !== null && child !== undefined) stack.push(child);
    }
  }
  if (commands.some((words) => words.some((word) => !word.isLiteral))) isFullyLiteral = false;
  return { commands, reasons: [...reasons], isFullyLiteral, fed, redirects };
}
