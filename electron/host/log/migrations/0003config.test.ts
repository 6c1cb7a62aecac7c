import { describe, expect, it } from "vitest";
import { openForWriting } from "../handles.ts";
import { migrate, migrations } from "./index.ts";

describe("migration 3", () => {
  it("adds settings with a second copy of every value", () => {
    const db = openForWriting(":memory:");
    migrate(db, 2);
    migrate(db, 3);
    db.exec("INSERT INTO config VALUES ('a', '1', 5)");
    const plan = db
      .prepare<[], { detail: string }>(
        "EXPLAIN QUERY PLAN SELECT name, value FROM config INDEXED BY config_copy",
      )
      .all();
    expect(plan[0]?.detail).toContain("COVERING INDEX config_copy");
    db.close();
  });
});

describe("migrate", () => {
  it("does every step once and refuses a newer database", () => {
    const db = openForWriting(":memory:");
    migrate(db);
    migrate(db);
    expect(db.pragma("user_version", { simple: true })).toBe(migrations.length);
    db.pragma(`user_version = ${migrations.length + 1}`);
    expect(() => migrate(db)).toThrow(/newer version/);
    db.close();
  });

  it("leaves no half step behind", () => {
    const db = openForWriting(":memory:");
    migrate(db, 1);
    db.exec("CREATE TABLE config (in_the_way)");
    expect(() => migrate(db)).toThrow(/already exists/);
    expect(db.pragma("user_version", { simple: true })).toBe(2);
    db.close();
  });
});
