import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { openTestWorkspace } from "../testing/testWorkspace.ts";
import { idIn, isMade, nameOf, recordIn } from "./names.ts";
import type { ChangeRecord } from "./record.ts";

const hash = (digit: string): string => `sha256:${digit.repeat(64)}`;
const base: ChangeRecord = {
  id: "0mx31gpv4-06e7e550",
  at: 1_796_000_000_000,
  kind: "changed",
  path: "src/a.ts",
  entry: "file",
  before: hash("a"),
  after: hash("0"),
  files: 1,
  bytes: 26_844,
  made: [],
  pid: 4_194_304,
};
const requestId = "3f1c9a2b-77de-4c0a-9b1e-0123456789ab";

describe("the name of a linked change", () => {
  it("spells its record, whatever the path", () => {
    const part = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
      .filter((one) => !/[\0/]/.test(one));
    const odd = fc.constantFrom("%", ",", "%2C", "%25", "=", "a=b=", ".open", "x.1.open", "%2c", "é", "a\nb");
    fc.assert(
      fc.property(
        fc.array(fc.oneof(part, odd), { minLength: 1, maxLength: 3 }),
        fc.constantFrom({}, { requestId }, { undoes: "0mx31gpv3-00000000" }),
        (parts, more) => {
          const record: ChangeRecord = { ...base, ...more, path: parts.join("/") };
          const name = nameOf(record);
          if (name === null) return;
          expect(recordIn(name)).toEqual(record);
          expect([idIn(name), isMade(name), isMade(`${name}.open`), name.includes("/")]).toEqual([
            record.id,
            true,
            false,
            false,
          ]);
        },
      ),
      { seed: 11, numRuns: 500 },
    );
    expect(nameOf(base)).not.toBeNull();
  });

  it("is no name for what it could not spell", () => {
    expect(nameOf({ ...base, path: "x".repeat(200) })).toBeNull();
    expect(nameOf({ ...base, requestId: "not a uuid" })).toBeNull();
    expect(nameOf({ ...base, kind: "created", before: null })).toBeNull();
    for (const other of ["0mx31gpv4-06e7e550", "0mx31gpv4-06e7e550=1=", `${nameOf(base) ?? ""}.open`, ""])
      expect(recordIn(other)).toBeUndefined();
  });

  verifies(
    "GOV-08",
    "makes no difference: changes of short and of long paths are listed and undone alike",
    async () => {
      const long = `deep/${"folder-with-a-long-name/".repeat(9)}file.txt`;
      using ws = openTestWorkspace({ "a,b%.txt": "1", [long]: "1" });
      for (const path of ["a,b%.txt", long]) {
        await ws.call(
          "write_file",
          { path, content: "2" },
          { "loopwright/requestId": `${requestId.slice(0, -1)}${path.length % 10}` },
        );
        const listed = await ws.call("list_changes", { path });
        expect(listed.data["changes"], path).toMatchObject([{ path, kind: "changed" }]);
        expect(await ws.call("undo_change", { path })).toMatchObject({ isError: false });
        expect(ws.text(path)).toBe("1");
      }
      expect((await ws.call("list_changes", {})).data).toMatchObject({ total: 4 });
    },
  );
});
