import { describe, expect, it } from "vitest";
import { openForWriting } from "../handles.ts";
import { migrate } from "./index.ts";

describe("migration 1", () => {
  it("makes sessions and events whose rows stay as they are", () => {
    const db = openForWriting(":memory:");
    migrate(db, 1);
    expect(db.pragma("user_version", { simple: true })).toBe(1);
    db.exec(`INSERT INTO sessions VALUES (1, 's', 't', 0, '', 0)`);
    const add = db.prepare("INSERT INTO events VALUES (?, ?, ?, 1, 'x', '{}', 2, NULL, 0, 'h')");
    add.run(1, 1, 1);
    expect(() => add.run(2, 1, 1)).toThrow(/UNIQUE/);
    expect(() => add.run(2, 7, 1)).toThrow(/FOREIGN KEY/);
    expect(() => db.exec("UPDATE events SET at = 2")).toThrow(/append-only/);
    expect(() => db.exec("DELETE FROM events")).toThrow(/append-only/);
    expect(() =>
      db.exec("INSERT OR REPLACE INTO events VALUES (1, 1, 1, 'not a number', 'x', '{}', 2, NULL, 0, 'h')"),
    ).toThrow(/cannot store TEXT/);
    db.close();
  });
});
