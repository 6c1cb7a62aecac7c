import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../../verifies.ts";
import { checkRefused } from "./cells.ts";
import { openWays } from "./ways.ts";

/** "你好，世界。这是一个测试文件，用来检查编码。\r\n" in GBK. */
const gbk = Buffer.from(
  "c4e3bac3a3accac0bde7a1a3d5e2cac7d2bbb8f6b2e2cad4cec4bcfea3acd3c3c0b4bcecb2e9b1e0c2eba1a30d0a",
  "hex",
);
const files = {
  "gbk.txt": gbk,
  "damaged.txt": Buffer.concat([Buffer.from("größe größe größe "), Buffer.from([0xff]), Buffer.from("\n")]),
  "binary.dat": Buffer.from([0, 1, 2, 3, 0, 255, 254, 0]),
  "plain.txt": "a\n",
};

describe("text that a file cannot hold, or that is none", () => {
  verifies(
    ["TOOL-04", "TOOL-10", "TOOL-11"],
    "is refused by name and nothing is written, over stdio and over HTTP; what it can hold is spliced in byte for byte",
    async () => {
      await using ways = await openWays({ files });
      for (const way of ways.all) {
        await checkRefused(way, [
          {
            tool: "edit_file",
            input: { path: "gbk.txt", old_str: "世界", new_str: "世界🚀", encoding: "gbk" },
            code: "encoding",
            says: ["gbk.txt is GBK", "🚀 (U+1F680)", "nothing was written"],
          },
          {
            tool: "edit_file",
            input: { path: "damaged.txt", old_str: "größe", new_str: "x", all: true },
            code: "encoding",
            says: ["damaged.txt", "left untouched"],
          },
          {
            tool: "edit_file",
            input: { path: "binary.dat", old_str: "a", new_str: "b" },
            code: "notText",
            says: ["binary.dat is a binary file"],
          },
          {
            tool: "read_file",
            input: { path: "binary.dat" },
            code: "notText",
            says: ["binary.dat is a binary file"],
          },
          {
            tool: "write_file",
            input: { path: "plain.txt", content: "half \ud83d" },
            code: "invalidInput",
            says: ["half of a surrogate pair"],
          },
        ]);
        const edit = { path: "gbk.txt", old_str: "世界", new_str: "中国", encoding: "gbk" };
        expect(await way.call("edit_file", edit)).toMatchObject({ isError: false });
        const spliced = gbk.toString("hex").replace("cac0bde7", "d6d0b9fa");
        expect(readFileSync(join(way.root, "gbk.txt")).toString("hex")).toBe(spliced);
      }
    },
  );
});
