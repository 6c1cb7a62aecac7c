import { describeArgumentProblem } from "./argumentProblem.ts";
import { schemaChecks, type SchemaChecks } from "./schemaChecks.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";

/** What came of checking a call's arguments. */
export interface ArgumentCheck {
  /** What is wrong with them, as one sentence for the model or person; null where nothing was found. */
  readonly problem: string | null;
  /** Why they could not be checked, as the end of "they could not be checked: …"; null where they were. */
  readonly unchecked: string | null;
}

/**
 * Checks a call's arguments against a server's schema, without changing them (LOOP-04). What cannot be checked goes on, and
 * says so: the server checks for itself. Never rejects.
 *
 * @param owner whose schema it is; of one owner at most one check runs aside at a time
 * @param checks those of this process, which all of an owner's share
 */
export const checkArguments = async (
  schema: JsonObject,
  args: JsonObject,
  owner: string,
  checks: Pick<SchemaChecks, "check"> = schemaChecks,
): Promise<ArgumentCheck> => {
  const verdict = await checks.check(schema, args, owner);
  switch (verdict.kind) {
    case "fits":
      return { problem: null, unchecked: null };
    case "misfit":
      return { problem: describeArgumentProblem(verdict.problem), unchecked: null };
    case "unchecked":
      return { problem: null, unchecked: verdict.why };
  }
};

/** The same for a filled-in form: only what is wrong with it, or null. Never rejects. */
export const argumentsMisfit = async (
  schema: JsonObject,
  args: JsonObject,
  owner: string,
): Promise<string | null> => (await checkArguments(schema, args, owner)).problem;
