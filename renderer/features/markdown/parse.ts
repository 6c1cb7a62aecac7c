import type { ReactElement } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { revealHidden } from "../reveal/index.ts";
import { identifierOf } from "./labels.ts";

/** The part of a Markdown syntax tree that is looked at here; the parser's own types are not ours to depend on. */
interface Node {
  type: string;
  value?: string;
  alt?: string | null;
  identifier?: string;
  url?: string;
  title?: string | null;
  children?: Node[];
  position?: { readonly start: Point; readonly end: Point };
  data?: { readonly hName: string; readonly hProperties: Record<string, string> };
}
interface Point {
  readonly line: number;
  readonly column: number;
  readonly offset?: number;
}

/** A top-level block of a parsed text; offsets count UTF-16 units from the text's start. */
export interface Block {
  readonly type: string;
  /** Start of the line the block begins on. */
  readonly start: number;
  readonly end: number;
  /** Whether a footnote stands in it or may come to: its number depends on the whole text. */
  readonly hasFootnote: boolean;
}

/** A link definition (`[id]: url`) written so that it can be put before any other piece of the text. */
export interface Definition {
  readonly identifier: string;
  readonly source: string;
}

/** A piece of Markdown as it is shown, with what is needed to know how it may be cut. */
export interface Parsed {
  readonly element: ReactElement;
  readonly blocks: readonly Block[];
  readonly definitions: readonly Definition[];
}

const mayHoldFootnote = (node: Node): boolean => {
  if (node.type.startsWith("footnote")) return true;
  if (node.type === "code" || node.type === "inlineCode") return false;
  if ((node.type === "text" && node.value?.includes("[^")) || node.alt?.includes("[^")) return true;
  return node.children?.some(mayHoldFootnote) ?? false;
};

const escaped = (text: string, pattern: RegExp): string =>
  text.replace(pattern, "\\$&").replace(/\r/g, "&#13;").replace(/\n/g, "&#10;");

const definitionOf = (node: Node): Definition => {
  const identifier = identifierOf(node.identifier ?? "");
  const url = escaped(node.url ?? "", /[\\<>&]/g);
  const title = node.title === undefined || node.title === null ? "" : ` "${escaped(node.title, /[\\"&]/g)}"`;
  return { identifier, source: `[${node.identifier ?? ""}]: <${url}>${title}` };
};

const collectDefinitions = (node: Node, into: Definition[]): void => {
  if (node.type === "definition") into.push(definitionOf(node));
  for (const child of node.children ?? []) collectDefinitions(child, into);
};

/** A text node with what hides in it marked; the marks become `mark` elements. */
const revealed = (node: Node): Node[] => {
  const pieces = revealHidden(node.value ?? "");
  if (pieces.every((piece) => piece.kind === "text")) return [node];
  return pieces.map((piece) =>
    piece.kind === "text"
      ? { type: "text", value: piece.text }
      : {
          type: "revealed",
          data: { hName: "mark", hProperties: { "data-kind": piece.kind } },
          children: [
            { type: "text", value: piece.count > 1 ? `${piece.label} ×${piece.count}` : piece.label },
          ],
        },
  );
};

const flow = new Set(["root", "blockquote", "listItem", "footnoteDefinition"]);

/**
 * Raw HTML is shown as the text it is, in the place where it stands; it never becomes markup (SEC-UI-01). Characters that
 * hide are named (SEC-UI-06).
 */
const disarm = (parent: Node): void => {
  if (parent.children === undefined) return;
  parent.children = parent.children.flatMap((child): Node[] => {
    if (child.type === "text") return revealed(child);
    if (child.type !== "html") {
      disarm(child);
      return [child];
    }
    const text = revealed({ type: "text", value: child.value ?? "" });
    return flow.has(parent.type) ? [{ type: "paragraph", children: text }] : text;
  });
};

const blocksOf = (root: Node, skip: number): Block[] =>
  (root.children ?? []).flatMap((node) => {
    const start = (node.position?.start.offset ?? 0) - ((node.position?.start.column ?? 1) - 1) - skip;
    if (start < 0) return [];
    return [
      {
        type: node.type,
        start,
        end: (node.position?.end.offset ?? 0) - skip,
        hasFootnote: mayHoldFootnote(node),
      },
    ];
  });

/**
 * Parses and renders `text`. `known` are definitions from elsewhere in the message: they come first, so they win as the
 * first of a text do. Meant for texts that `isPathological` let through: others may take long or nest too deep.
 */
export const parseMarkdown = (text: string, known: readonly Definition[], components: Components): Parsed => {
  const before = known.length === 0 ? "" : `${known.map((definition) => definition.source).join("\n")}\n\n`;
  const found: { blocks: readonly Block[]; definitions: readonly Definition[] } = {
    blocks: [],
    definitions: [],
  };
  const look =
    () =>
    (tree: unknown): void => {
      const root = tree as Node;
      found.blocks = blocksOf(root, before.length);
      const definitions: Definition[] = [];
      for (const child of root.children ?? []) {
        if ((child.position?.start.offset ?? 0) >= before.length) collectDefinitions(child, definitions);
      }
      found.definitions = definitions;
      disarm(root);
    };
  const element = Markdown({
    children: before + text,
    remarkPlugins: [[remarkGfm, { singleTilde: false }], look],
    components,
    urlTransform: (url) => url,
  });
  return { element, ...found };
};
