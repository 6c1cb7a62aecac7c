import { describe, expect, it } from "vitest";
import { asLogError, LogError } from "./errors.ts";
import { logFailure } from "./failure.ts";

const coded = (code: string): Error => Object.assign(new Error("technical"), { code });

describe("asLogError", () => {
  it.each([
    ["SQLITE_BUSY", "locked"],
    ["SQLITE_BUSY_SNAPSHOT", "locked"],
    ["SQLITE_FULL", "full"],
    ["SQLITE_IOERR_SHMSIZE", "full"],
    ["ENOSPC", "full"],
    ["SQLITE_READONLY_DIRECTORY", "readOnly"],
    ["EROFS", "readOnly"],
    ["SQLITE_CORRUPT_INDEX", "damaged"],
    ["SQLITE_NOTADB", "damaged"],
    ["SQLITE_CONSTRAINT_PRIMARYKEY", "conflict"],
    ["SQLITE_IOERR_WRITE", "failed"],
    ["", "failed"],
  ])("takes %s as %s", (code, kind) => {
    expect(asLogError(coded(code)).kind).toBe(kind);
  });

  it("leaves one of its own as it is and takes anything thrown", () => {
    const own = new LogError("full", "text");
    expect(asLogError(own)).toBe(own);
    expect(asLogError("a string").kind).toBe("failed");
  });
});

describe("logFailure", () => {
  it("says what a person can do, with the technical text apart and no stack", () => {
    expect(logFailure(coded("SQLITE_FULL"))).toEqual({
      code: "resourceExhausted",
      message: expect.stringMatching(/disk is full.*free some space/) as string,
      key: "log.full",
      detail: "SQLITE_FULL: technical",
    });
  });
});
