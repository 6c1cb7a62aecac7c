import { describeArgumentProblem } from "./argumentProblem.ts";
import { schemaChecks } from "./schemaChecks.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";

/**
 * Checks a call's arguments, or a filled-in form, against a server's schema, without changing them (LOOP-04). What cannot be
 * checked passes: the server checks for itself. Never rejects.
 *
 * @param owner whose schema it is; of one owner at most one check runs aside at a time
 * @returns null where nothing was found, else one sentence for the model or person
 */
export const argumentsMisfit = async (
  schema: JsonObject,
  args: JsonObject,
  owner: string,
): Promise<string | null> => {
  const verdict = await schemaChecks.check(schema, args, owner);
  return verdict.kind === "misfit" ? describeArgumentProblem(verdict.problem) : null;
};
