import type { Node } from "@vscode/tree-sitter-wasm";

/** One word of a command: its value where it is known before it runs. */
export interface Word {
  /** The value with quotes and escapes resolved; of a word that is not literal, its source text. */
  readonly text: string;
  readonly isLiteral: boolean;
  /** A command substitution is in it. */
  readonly hasSubstitution: boolean;
}

export const literal = (text: string): Word => ({ text, isLiteral: true, hasSubstitution: false });

const simpleEscapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  v: "\v",
};

/** `$'…'` as bash reads it. */
function ansiC(source: string): string {
  return source
    .slice(2, -1)
    .replace(
      /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|([\s\S]))/g,
      (_, x, u, big, octal, char) => {
        const hex = (x ?? u ?? big) as string | undefined;
        if (hex !== undefined) return String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff));
        if (octal !== undefined) return String.fromCharCode(parseInt(octal as string, 8));
        return simpleEscapes[char as string] ?? (char as string);
      },
    );
}

const unescapeWord = (source: string): string => source.replace(/\\\n/g, "").replace(/\\([\s\S])/g, "$1");
const unescapeString = (source: string): string => source.replace(/\\\n/g, "").replace(/\\(["\\$`])/g, "$1");

/** Unquoted characters that make one word into others: globs, braces, a home folder. */
const expands = (source: string): boolean => /(?:^|[^\\])[*?[{]/.test(source) || source.startsWith("~");

function parts(node: Node): Word {
  let text = "";
  let isLiteral = true;
  let hasSubstitution = false;
  for (const child of node.namedChildren) {
    if (child === null) continue;
    const word = wordOf(child);
    text += word.text;
    isLiteral &&= word.isLiteral;
    hasSubstitution ||= word.hasSubstitution;
  }
  return { text: isLiteral ? text : node.text, isLiteral, hasSubstitution };
}

/** The value of a word's node. */
export function wordOf(node: Node): Word {
  switch (node.type) {
    case "word":
      return { text: unescapeWord(node.text), isLiteral: !expands(node.text), hasSubstitution: false };
    case "number":
      return literal(node.text);
    case "raw_string":
      return literal(node.text.slice(1, -1));
    case "ansi_c_string":
      return literal(ansiC(node.text));
    case "string_content":
      return literal(unescapeString(node.text));
    case "string":
      // Blanks between parts belong to no child: only a string of one piece is taken as it is.
      if (node.namedChildren.length === 0) return literal(node.text.slice(1, -1));
      if (node.namedChildren.every((child) => child?.type === "string_content")) {
        return literal(unescapeString(node.text.slice(1, -1)));
      }
      return { ...parts(node), text: node.text };
    case "translated_string":
    case "command_name":
    case "concatenation":
      return parts(node);
    default: {
      const hasSubstitution = /\$\(|`|<\(|>\(/.test(node.text);
      return { text: node.text, isLiteral: false, hasSubstitution };
    }
  }
}
