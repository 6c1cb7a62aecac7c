import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { captureOf } from "./capture.ts";
import { codePageOf } from "./codePage.ts";
import { decodeBytes, wholeCharacters } from "./decode.ts";
import { KeptStream } from "./keptStream.ts";

const noFile = (): never => {
  throw new Error("not needed");
};

/** Bytes as pieces that end anywhere. */
const cuts = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 20 });
function* pieces(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** Characters that every one of these encodings has, with three bytes or more in UTF-8, and plain ones. */
const wide = [..."成功已终止进程中文字符漢語日本国本書東京一二三四五六七八九十あいうえおカキクケコ"];
const textIn = (encoding: string): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...wide, ..."abc 123\n:.\\~"), { maxLength: 60 })
    .map((parts) => parts.join(""))
    .filter((text) => iconv.decode(iconv.encode(text, encoding), encoding) === text)
    // What is UTF-8 as a whole is read as that: a short text of an old encoding can be both.
    .filter(
      (text) => encoding === "UTF-8" || /^[\0-\x7f]*$/.test(text) || !isUtf8(iconv.encode(text, encoding)),
    );

describe("decoding", () => {
  const encodings = [
    ["UTF-8", null],
    ["cp936", "cp936"],
    ["GB18030", "GB18030"],
    ["Shift_JIS", "Shift_JIS"],
    ["cp949", "cp949"],
    ["EUC-JP", "EUC-JP"],
  ] as const;
  for (const [encoding, codePage] of encodings) {
    verifies(["TOOL-05"], `CM-05, CM-06: gives ${encoding} whole, wherever the pipe cut it`, () => {
      fc.assert(
        fc.property(textIn(encoding), cuts, (text, sizes) => {
          const bytes = iconv.encode(text, encoding);
          const stream = new KeptStream(noFile);
          for (const piece of pieces(bytes, sizes)) stream.push(piece);
          const captured = captureOf(stream, codePage, false);
          expect(captured).toMatchObject({ text, bytes: bytes.length, omittedBytes: 0, invalid: 0 });
        }),
        { seed: 20_261_130, numRuns: 400 },
      );
    });

    it(`shows only whole characters of ${encoding} while more may come`, () => {
      fc.assert(
        fc.property(textIn(encoding), fc.integer({ min: 0, max: 200 }), (text, end) => {
          const bytes = iconv.encode(text, encoding).subarray(0, end);
          const { bytes: whole } = wholeCharacters(bytes, codePage, { isStart: false, isEnd: true });
          expect(bytes.length - whole.length).toBeLessThan(4);
          expect(text.startsWith(iconv.decode(whole, encoding))).toBe(true);
        }),
        { seed: 20_261_130, numRuns: 400 },
      );
    });
  }

  it("never loses a byte and never makes U+FFFD, whatever the bytes", () => {
    const pages = fc.constantFrom(null, "cp936", "Shift_JIS", "cp1252");
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), pages, (array, codePage) => {
        expect(decodeBytes(Buffer.from(array), codePage).text).not.toContain("\ufffd");
      }),
      { seed: 20_261_130, numRuns: 500 },
    );
  });

  it("reads a line of each kind in one stream", () => {
    const mixed = Buffer.concat([Buffer.from("甲🚀\n"), iconv.encode("成功: 已终止进程\n", "cp936")]);
    expect(decodeBytes(mixed, "cp936")).toEqual({
      text: "甲🚀\n成功: 已终止进程\n",
      invalid: 0,
      isCodePage: true,
    });
    // Two bytes that are UTF-8 as well: of a stream that is not UTF-8 they are the code page's.
    const named = iconv.encode("联通\n错误\n", "cp936");
    expect(decodeBytes(named, "cp936").text).toBe("联通\n错误\n");
  });

  it("shows what is in no known encoding as escapes", () => {
    expect(decodeBytes(Buffer.from("b3c93a20", "hex"), null)).toEqual({
      text: "\\xb3\\xc9: ",
      invalid: 2,
      isCodePage: false,
    });
    expect(decodeBytes(Buffer.from("ff0a", "hex"), "cp936")).toMatchObject({ text: "\\xff\n", invalid: 1 });
  });
});

describe("the system's encoding", () => {
  it.each([
    [{ LANG: "zh_CN.GBK" }, "GBK"],
    [{ LANG: "zh_CN.GBK", LC_ALL: "en_US.UTF-8" }, null],
    [{ LC_CTYPE: "ja_JP.eucJP@x", LANG: "C" }, "eucJP"],
    [{ LANG: "C" }, null],
    [{ LANG: "xx.nonsense" }, null],
    [{}, null],
  ])("of %j is %s", (environment, page) => {
    expect(codePageOf(environment, "linux")).toBe(page);
  });
});
