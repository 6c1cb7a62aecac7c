import { it } from "vitest";
import { knownRequirements } from "./requirements/known.ts";

const known: ReadonlySet<string> = new Set(knownRequirements);

/**
 * A test that proves one or more requirements. Its title starts with their ids, `[LOOP-04, LOOP-05] …`, and the gate
 * in `test/gates/requirements.test.ts` finds it by the ids written in the call: write them as literals.
 *
 * @param ids one id or several, of `test/requirements/known.ts`; an unknown one throws while tests are collected
 * @param timeoutMs the limit of this test; without it the project's own
 */
export function verifies(
  ids: string | readonly string[],
  title: string,
  fn: () => void | Promise<void>,
  timeoutMs?: number,
): void {
  const cited = typeof ids === "string" ? [ids] : ids;
  const unknown = cited.filter((id) => !known.has(id));
  if (cited.length === 0) throw new Error(`"${title}" cites no requirement: use it() instead of verifies()`);
  if (unknown.length > 0) {
    throw new Error(
      `"${title}" cites ${unknown.join(", ")}: no such requirement in test/requirements/known.ts`,
    );
  }
  it(`[${cited.join(", ")}] ${title}`, fn, timeoutMs);
}
