import { fillPlaces } from "../../../shared/addServers/index.ts";
import type { ServerCandidate } from "../../../shared/contract/index.ts";
import type { Proposal } from "../addWays/index.ts";

/** What was typed for one server, by the key of the field. */
export type Typed = Readonly<Record<string, string>>;

/** A server that was read, with what was typed for it put in; the note that asks for it goes once nothing is missing. */
export const proposalOf = ({ definition, notes, fields = [] }: ServerCandidate, typed: Typed): Proposal => {
  const values = Object.fromEntries(fields.map(({ key, preset }) => [key, typed[key] ?? preset ?? ""]));
  const filled = fillPlaces(definition, values);
  return {
    definition: filled.definition,
    notes: filled.isFilled ? notes.filter(({ key }) => key !== "importFillIn") : notes,
  };
};
