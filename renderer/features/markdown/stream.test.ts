import fc from "fast-check";
import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "./parse.ts";
import { createMarkdownStream, type MarkdownStream, type Rendered } from "./stream.ts";

const html = (rendered: Rendered): string =>
  rendered.kind === "plain"
    ? `plain:${rendered.text}`
    : renderToStaticMarkup(
        createElement(
          Fragment,
          null,
          rendered.pieces.map((piece) =>
            createElement(Fragment, { key: piece.key }, piece.gap ? "\n" : null, piece.element),
          ),
        ),
      );

/** The rendering a fresh, whole parse gives: what every prefix must equal. */
const whole = (text: string): string => renderToStaticMarkup(parseMarkdown(text, [], {}).element);

const expectEveryPrefix = (text: string, step = 1): void => {
  const stream = createMarkdownStream({});
  for (let end = 0; end <= text.length; end += step) {
    const prefix = text.slice(0, end);
    expect(html(stream.update(prefix)), JSON.stringify(prefix)).toBe(whole(prefix));
  }
};

const closedPieces = (stream: MarkdownStream, text: string): number => {
  const rendered = stream.update(text);
  return rendered.kind === "rich" ? rendered.pieces.length - 1 : 0;
};

describe("createMarkdownStream", () => {
  it.each([
    ["paragraphs and headings", "# One\n\ntext *a\nb*\n\n## Two\ntext\n===\n\nlast `code` **bold**\n"],
    ["loose and tight lists", "- a\n- b\n\n- c\n\n  more\n\n      code\n\n1. x\n2. y\n\n2) z\n\nend\n"],
    ["a number that becomes an item", "1. a\n\n2. b\n\n3 is a number\n"],
    ["fences with blank lines", "x\n\n```js\na\n\n\nb\n```\n\ny\n\n~~~\nopen\n\n- no list"],
    ["tables", "a\n\n| h | i |\n|---|:-:|\n| 1 | 2 |\n| 3 |\n\nb | c\n--|--\n\n| x"],
    [
      "a definition after its use",
      'see [one], [two][b] and [x][].\n\n- [ ] task [one]\n\n[one]: https://a.example "t"\n[b]: <https://b b>\n\n[x]: /u\n',
    ],
    [
      "two definitions of one label",
      "[a] first\n\n[a]: /one\n\nagain [a]\n\n[a]: /two\n\n> [q] [Q  r]\n>\n> [q]: /q 'q\n> r'\n\n[q  R]: /qr\n\nend",
    ],
    [
      "HTML blocks",
      "a\n\n<div>\n\n*b*\n\n</div>\n\n<!-- c\n\nd -->\n\n<script>\n\nx\n</script>\n\nend <b>i</b>\n",
    ],
    ["quotes with lazy lines", "> a\nb\n\n> c\n>\n> - d\n>   e\n\nf\n\n> > g\nh\n"],
    ["footnotes", "a[^1] b\n\nc\n\n[^1]: note\n\n    more\n\nd[^n]\n\n[^n]: two\n"],
    [
      "character classes in code are no footnotes",
      "```js\nconst r = /[^a]/;\n```\n\nuse `[^b]` here\n\nend\n\n",
    ],
    ["line ends of every kind", "a\r\n\r\nb\r\rc\n\r\nd\r\n- e\r\n\r\n- f\r\n\r\ng\r\n"],
    ["a title that closes late", '[a]: /u\n"title\ngoes on"\n\n[a]\n\nend\n'],
    ["escapes in definitions", '[a\\]b] x\n\n[a\\]b]: <u&amp;\\<v> "t\\"&amp;"\n\nend [a\\]b]\n'],
  ])("renders every prefix as a whole parse does: %s", (_name, text) => {
    expectEveryPrefix(text);
  });

  it("renders every prefix of random Markdown as a whole parse does", () => {
    const bit = fc.constantFrom(
      ..."\n|\n|\n\n|\n\n|a|b | |  |    |- |* |+ |1. |2) |> |#|# |---|===|```|~~~|`|**|_|[a]|[b]|[a]: /u|[b][a]|](x)|![|[ ] |<div>|</div>|<!--|-->|<b>|&amp;|\\|\t|\r|\r\n|\u4e2d|\ufeff|http://x.y|a\\|b\n-\\|-\n|[^1]|[^1]: f"
        .split(/(?<!\\)\|/)
        .map((text) => text.replaceAll("\\|", "|")),
      "| c |\n|---|\n",
    );
    fc.assert(
      fc.property(fc.array(bit, { minLength: 1, maxLength: 40 }), (bits) => {
        const stream = createMarkdownStream({});
        let text = "";
        for (const piece of bits) {
          text = (text + piece).replace(/^\ufeff+/, "\ufeff");
          expect(html(stream.update(text))).toBe(whole(text));
        }
      }),
      { numRuns: 250, seed: 921921409 },
    );
  }, 60_000);

  it("parses only the open end again: closed pieces keep their element", () => {
    const stream = createMarkdownStream({});
    const text = "one\n\ntwo\n\nthree\n\n";
    const before = stream.update(text);
    const after = stream.update(`${text}four and more`);
    if (before.kind !== "rich" || after.kind !== "rich") throw new Error("not rich");
    expect(after.pieces[0]?.element).toBe(before.pieces[0]?.element);
    expect(closedPieces(stream, `${text}four\n\nfive\n\n`)).toBeGreaterThan(1);
  });

  it("starts anew for another text", () => {
    const stream = createMarkdownStream({});
    stream.update("one\n\ntwo\n\nthree\n");
    expect(html(stream.update("other\n\ntext\n"))).toBe(whole("other\n\ntext\n"));
  });

  it.each([
    [">".repeat(20_000)],
    ["[".repeat(50_000)],
    ["*a ".repeat(50_000)],
    [`${"|a".repeat(20_000)}\n${"|-".repeat(20_000)}`],
    ["- ".repeat(20_000)],
    ["`a ``b ".repeat(20_000)],
    ["<a ".repeat(50_000)],
    ["*a\n".repeat(50_000)],
    ["&".repeat(50_000)],
  ])("shows pathological text as plain text within 2 s: %#", (text) => {
    const started = performance.now();
    expect(createMarkdownStream({}).update(text)).toEqual({ kind: "plain", text });
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it("keeps long code rich", () => {
    const code = `\`\`\`json\n${"[*_|{\n".repeat(5000)}\`\`\`\n`;
    expect(createMarkdownStream({}).update(code).kind).toBe("rich");
  });
});
