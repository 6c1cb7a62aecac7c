import { expect } from "vitest";
import type { Failure, Result, ServerDefinition } from "../../../shared/contract/index.ts";
import { verifies } from "../../verifies.ts";
import { chineseFailures } from "./chinese.ts";
import type { TestManager } from "./support.ts";

/** What is given of a server to add, beside its name. */
export type Given = Partial<ServerDefinition> & Pick<ServerDefinition, "transport">;

/** A condition as it is really made, and what the person must be told of it. */
export interface BadRow {
  readonly what: string;
  readonly ids: readonly string[];
  readonly make: () => Promise<Given>;
  readonly code: Failure["code"];
  /** The cause by its name, then the next step; in English, and in Chinese. */
  readonly says: readonly [cause: RegExp, next: RegExp];
  readonly chinese: readonly [cause: RegExp, next: RegExp];
}

/** Adds and starts a server that cannot be used; what it is refused with at either must be what its row says. */
const failureOf = async (at: TestManager, name: string, given: Given): Promise<Failure> => {
  const added = at.manager.add({ name, ...given });
  if (!added.ok) return added.error;
  const { serverId } = added.value;
  const started: Result<null> = await at.manager.start(serverId);
  if (started.ok) throw new Error("it started");
  expect(at.info(serverId)).toMatchObject({ state: "failed", lastError: started.error });
  return started.error;
};

/** One test a row: state, code, cause and next step, in both languages. */
export const proveRows = (rows: readonly BadRow[], manager: () => TestManager): void => {
  for (const [n, { what, ids, make, code, says, chinese }] of rows.entries())
    verifies(ids, what, async () => {
      const error = await failureOf(manager(), `bad-${n}`, await make());
      expect(error.code).toBe(code);
      for (const part of says) expect(error.message).toMatch(part);
      const said = (await chineseFailures())(error);
      for (const part of chinese) expect(said).toMatch(part);
      // Nothing is left unfilled, no name of a text stands for the text, and no sentence stays English.
      expect(said).not.toMatch(/\{\{|errors:|\$t\(|Check |undefined/);
      expect(error.message).not.toMatch(/undefined|null|\[object|Streamable HTTP error|ENOENT/);
    });
};
