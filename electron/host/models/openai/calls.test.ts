import { describe, expect, it } from "vitest";
import { readArguments } from "./argumentsText.ts";
import { CallAssembler, readPiece } from "./calls.ts";

type Raw = Record<string, unknown>;
const piece = (index: number | null, id: string | null, name: string | null, args?: unknown): Raw => ({
  ...(index === null ? {} : { index }),
  ...(id === null ? {} : { id }),
  function: { ...(name === null ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) },
});

function assemble(pieces: readonly Raw[], isCut = false) {
  const calls = new CallAssembler();
  for (const raw of pieces) {
    const read = readPiece(raw);
    if (read !== null) calls.add(read);
  }
  return calls.finish(isCut);
}
const plain = (calls: ReturnType<typeof assemble>) =>
  calls.map((call) => [call.name, call.problem === undefined ? call.argumentsText : "problem"]);

describe("call pieces of odd streams", () => {
  const cases: readonly [string, readonly Raw[], [string, string][]][] = [
    [
      "ST-01 no index: an id opens, a piece without goes on with the last",
      [
        piece(null, "k1", "list_dir", ""),
        piece(null, null, null, '{"path":'),
        piece(null, null, null, '"src"}'),
        piece(null, "k2", "read_file", '{"path":"a"}'),
      ],
      [
        ["list_dir", '{"path":"src"}'],
        ["read_file", '{"path":"a"}'],
      ],
    ],
    [
      "ST-02 two calls share index 0",
      [piece(0, "p1", "read_file", '{"path":"x"}'), piece(0, "p2", "read_file", '{"path":"y"}')],
      [
        ["read_file", '{"path":"x"}'],
        ["read_file", '{"path":"y"}'],
      ],
    ],
    [
      "ST-03 interleaved, id only on the first",
      [
        piece(0, "m0", "read_file", '{"pa'),
        piece(1, "m1", "list_dir", '{"path":"l'),
        piece(0, null, null, 'th":"r"}'),
        piece(1, null, null, 'ib"}'),
      ],
      [
        ["read_file", '{"path":"r"}'],
        ["list_dir", '{"path":"lib"}'],
      ],
    ],
    [
      "ST-04 the index jumps: the orphan goes to the only open call",
      [
        piece(0, "n1", "read_file", '{"path":"one"}'),
        piece(0, "n2", "read_file", '{"path":'),
        piece(1, null, null, '"two"}'),
      ],
      [
        ["read_file", '{"path":"one"}'],
        ["read_file", '{"path":"two"}'],
      ],
    ],
    [
      "ST-04 two open calls and an orphan: neither runs",
      [
        piece(0, "n1", "read_file", '{"path":'),
        piece(1, "n2", "read_file", '{"path":'),
        piece(7, null, null, '"two"}'),
      ],
      [
        ["read_file", "problem"],
        ["read_file", "problem"],
      ],
    ],
    [
      "ST-05 empty and missing arguments",
      [piece(0, "z1", "get_time", ""), piece(1, "z2", "get_time")],
      [
        ["get_time", "{}"],
        ["get_time", "{}"],
      ],
    ],
    [
      "ST-06 a stray piece after the end",
      [piece(0, "w1", "get_time", "{}"), piece(0, null, null, '""')],
      [["get_time", "{}"]],
    ],
    [
      "ST-07 an object in place of text",
      [piece(0, "o1", "read_file", { path: "b" })],
      [["read_file", '{"path":"b"}']],
    ],
    [
      "ST-07 encoded twice",
      [piece(0, "o2", "read_file", '"{\\"path\\":\\"c\\"}"')],
      [["read_file", '{"path":"c"}']],
    ],
    [
      "ST-07 an array stays for the loop to answer",
      [piece(0, "o3", "read_file", '["d"]')],
      [["read_file", '["d"]']],
    ],
    [
      "no ids at all, one index for all, whole calls",
      [piece(0, null, "a", '{"n":1}'), piece(0, null, "a", '{"n":2}'), piece(0, null, "b", "{}")],
      [
        ["a", '{"n":1}'],
        ["a", '{"n":2}'],
        ["b", "{}"],
      ],
    ],
    [
      "the id repeated on every piece",
      [piece(0, "r", "a", '{"n"'), piece(0, "r", null, ":1"), piece(0, "r", "", "}")],
      [["a", '{"n":1}']],
    ],
    [
      "ids repeated without an index, interleaved",
      [
        piece(null, "r", "a", '{"n"'),
        piece(null, "s", "b", '{"m"'),
        piece(null, "r", null, ":1}"),
        piece(null, "s", null, ":2}"),
      ],
      [
        ["a", '{"n":1}'],
        ["b", '{"m":2}'],
      ],
    ],
    [
      "the id comes after the name",
      [piece(0, null, "a", ""), piece(0, "late", null, '{"n":1}')],
      [["a", '{"n":1}']],
    ],
    ["two objects glued together never run", [piece(0, "g", "a", '{"n":1}{"n":2}')], [["a", "problem"]]],
    ["a call without a name never runs", [piece(0, "g", null, '{"n":1}')], [["", "problem"]]],
  ];
  it.each(cases)("%s", (_, pieces, expected) => {
    expect(plain(assemble(pieces))).toEqual(expected);
  });

  it("ST-08 gives calls that share an id different ids, and an id to those without", () => {
    const calls = assemble([
      piece(0, "same", "a", "{}"),
      piece(1, "same", "a", "{}"),
      piece(2, "", "a", "{}"),
      piece(3, null, "a", "{}"),
    ]);
    const ids = calls.map((call) => call.id);
    expect(ids).toEqual(["same", "same_2", "call_3", "call_4"]);
  });

  it("a call that the output limit cut never runs, the whole ones before it do", () => {
    const calls = assemble([piece(0, "a", "a", "{}"), piece(1, "b", "b", '{"text":"ha')], true);
    expect(plain(calls)).toEqual([
      ["a", "{}"],
      ["b", "problem"],
    ]);
    expect(calls[1]?.problem).toContain("output limit");
  });
});

describe("argument text", () => {
  it("does not take a brace inside a string for the end (ST-06)", () => {
    expect(readArguments('{"path":"}.txt"}')).toEqual({ text: '{"path":"}.txt"}' });
    expect(readArguments('{"path":"\\"}.txt"}{}')).toEqual({ text: '{"path":"\\"}.txt"}' });
  });
  it("leaves what is no JSON as the model wrote it", () => {
    expect(readArguments("{'path': 'a'}")).toEqual({ text: "{'path': 'a'}" });
    expect(readArguments('{"path":"a')).toEqual({ text: '{"path":"a' });
  });
});
