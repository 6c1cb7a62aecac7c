import type { ReactElement } from "react";
import type { Components } from "react-markdown";
import { labelsIn, type Labels } from "./labels.ts";
import { isPathological } from "./limits.ts";
import { parseMarkdown, type Block, type Definition, type Parsed } from "./parse.ts";

/** What to show for a text: pieces in order, each a React element that stays the same object while it does not change. */
export type Rendered =
  | { readonly kind: "rich"; readonly pieces: readonly Piece[] }
  | { readonly kind: "plain"; readonly text: string };

/** A piece of a message. `gap` is the line break the whole text's rendering has before it. */
export interface Piece {
  readonly key: number;
  readonly gap: boolean;
  readonly element: ReactElement;
}

interface Frozen {
  readonly source: string;
  readonly labels: Labels;
  readonly definitions: readonly Definition[];
  readonly isEmpty: boolean;
  /** The definitions that `piece` was rendered with, as one text. */
  readonly knownKey: string;
  readonly piece: Piece;
}

const firstOfEach = (definitions: readonly Definition[]): Definition[] => {
  const seen = new Map<string, Definition>();
  for (const definition of definitions)
    if (!seen.has(definition.identifier)) seen.set(definition.identifier, definition);
  return [...seen.values()];
};

const meant = (labels: Labels, all: readonly Definition[]): Definition[] =>
  labels.isOpen ? [...all] : all.filter((definition) => labels.identifiers.has(definition.identifier));

const keyOf = (definitions: readonly Definition[]): string =>
  definitions.map((definition) => definition.source).join("\n");

/** Whether nothing of it stands where it was written: definitions are not shown, footnotes come last and bring their own break. */
const isEmpty = (parsed: Parsed): boolean =>
  parsed.blocks.every((block) => block.type === "definition" || block.type === "footnoteDefinition");

/**
 * Where the closed part of `text` ends: the start of the last block that no further character can join to what is before
 * it. A block is closed once a blank line and one whole line of the next block follow it: only a complete line says
 * whether it goes on with a list, a quote or a definition. Footnotes are numbered over the whole text, so nothing from
 * the first one on is closed.
 */
const closedEnd = (text: string, blocks: readonly Block[]): number => {
  const footnote = blocks.findIndex((block) => block.hasFootnote);
  const usable = footnote === -1 ? blocks : blocks.slice(0, footnote + 1);
  for (let at = usable.length - 1; at > 0; at -= 1) {
    const block = usable[at];
    const previous = usable[at - 1];
    if (block === undefined || previous === undefined) continue;
    const isWholeLine = /[\r\n]/.test(text.slice(block.start, block.end + 1));
    const hasBlank = /(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)/.test(text.slice(previous.end, block.start));
    // Right after indented code the parser takes some lists for a paragraph; alone it would not.
    if (previous.type === "code" && /[ \t]/.test(text[previous.start] ?? "")) continue;
    // A byte order mark is only skipped at the start of a text: a cut must not put one there.
    if (isWholeLine && hasBlank && text[block.start] !== "\ufeff") return block.start;
  }
  return 0;
};

/** Renders a message that grows, at a cost per update that does not depend on how long it already is (perf (e)). */
export interface MarkdownStream {
  /** Renders `text`. Cheap when it continues the text before; any other text starts anew. The result is that of a full parse. */
  update(text: string): Rendered;
}

/** A closed piece, rendered again if its references are answered by a new or changed definition. */
const refreshed = (item: Frozen, all: readonly Definition[], components: Components): Frozen => {
  if (item.labels.identifiers.size === 0 && !item.labels.isOpen) return item;
  const known = meant(item.labels, all);
  const knownKey = keyOf(known);
  if (knownKey === item.knownKey) return item;
  const { element } = parseMarkdown(item.source, known, components);
  return { ...item, knownKey, piece: { ...item.piece, element } };
};

/** Makes an empty {@link MarkdownStream}: closed blocks are rendered once, only the open end is parsed again. */
export const createMarkdownStream = (components: Components): MarkdownStream => {
  let frozen: Frozen[] = [];
  let closed = "";
  let isPlain = false;
  let last: { readonly text: string; readonly rendered: Rendered } | undefined;

  const freeze = (source: string, all: readonly Definition[]): void => {
    const labels = labelsIn(source);
    const known = meant(labels, all);
    const parsed = parseMarkdown(source, known, components);
    const isFirst = frozen.every((item) => item.isEmpty);
    const empty = isEmpty(parsed);
    const piece = { key: frozen.length, gap: !isFirst && !empty, element: parsed.element };
    frozen.push({
      source,
      labels,
      definitions: parsed.definitions,
      isEmpty: empty,
      knownKey: keyOf(known),
      piece,
    });
    closed += source;
  };

  const render = (text: string): Rendered => {
    let tail = text.slice(closed.length);
    if (isPlain || isPathological(tail)) {
      isPlain = true;
      return { kind: "plain", text };
    }
    const before = firstOfEach(frozen.flatMap((item) => item.definitions));
    let parsed = parseMarkdown(tail, before, components);
    const all = firstOfEach([...before, ...parsed.definitions]);
    const end = closedEnd(tail, parsed.blocks);
    if (end > 0) {
      freeze(tail.slice(0, end), all);
      tail = tail.slice(end);
      parsed = parseMarkdown(tail, all, components);
    }
    frozen = frozen.map((item) => refreshed(item, all, components));
    const gap = !isEmpty(parsed) && frozen.some((item) => !item.isEmpty);
    return {
      kind: "rich",
      pieces: [...frozen.map((item) => item.piece), { key: frozen.length, gap, element: parsed.element }],
    };
  };

  return {
    update: (given) => {
      // The parser skips a byte order mark at the start; behind definitions that are put before a piece it would not.
      const text = given.startsWith("\ufeff") ? given.slice(1) : given;
      if (last?.text === text) return last.rendered;
      if (!text.startsWith(closed) || (isPlain && !text.startsWith(last?.text ?? ""))) {
        frozen = [];
        closed = "";
        isPlain = false;
      }
      last = { text, rendered: render(text) };
      return last.rendered;
    },
  };
};
