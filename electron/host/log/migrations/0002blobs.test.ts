import { describe, expect, it } from "vitest";
import { openForWriting } from "../handles.ts";
import { migrate } from "./index.ts";

describe("migration 2", () => {
  it("adds blobs to a database with events and leaves those alone", () => {
    const db = openForWriting(":memory:");
    migrate(db, 1);
    db.exec(
      "INSERT INTO sessions VALUES (1, 's', 't', 0, '', 0); INSERT INTO events VALUES (1, 1, 1, 1, 'x', '{}', 2, NULL, 0, 'h')",
    );
    migrate(db, 2);
    expect(db.pragma("user_version", { simple: true })).toBe(2);
    db.exec("INSERT INTO blobs VALUES ('a', 1, x'00')");
    expect(() => db.exec("INSERT INTO blobs VALUES ('a', 1, x'00')")).toThrow(/UNIQUE/);
    expect(db.prepare("SELECT count(*) FROM events").pluck().get()).toBe(1);
    db.close();
  });
});
