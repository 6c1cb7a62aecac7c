import type { ToolInfo } from "../../../shared/contract/index.ts";
import type { World } from "../field/world.ts";
import { usableTools } from "../mcp/caseServers.ts";
import { textsOf, type Check, type Verdict } from "../types.ts";
import { all, failed, held, holds } from "../verdicts.ts";
import type { CheckRule } from "./rule.ts";

interface Offer {
  readonly label: string;
  readonly tools: readonly ToolInfo[];
}

const offered = async (world: World): Promise<Offer[]> => {
  const host = await world.lab.host();
  return Promise.all(
    (world.scene?.servers ?? []).map(async ({ label, serverId }) => ({
      label,
      tools: await usableTools(host, serverId),
    })),
  );
};

const namesOf = (offers: readonly Offer[]): string[] =>
  offers.flatMap(({ tools }) => tools.map((tool) => tool.name));

const shown = (offers: readonly Offer[]): string => `offered: ${namesOf(offers).join(", ") || "none"}`;

const perVariant = (offers: readonly Offer[], wanted: readonly unknown[]): Verdict => {
  if (offers.length !== wanted.length) return failed(`${offers.length} servers instead of ${wanted.length}`);
  return all(
    offers.map((offer, at) => {
      const count = wanted[at];
      return count === null ? held : holds(offer.tools.length === count, `${offer.label} ${shown([offer])}`);
    }),
  );
};

const count = async (check: Check, world: World): Promise<Verdict> => {
  const offers = await offered(world);
  const wanted = check["per_variant"];
  if (Array.isArray(wanted)) return perVariant(offers, wanted);
  return holds(namesOf(offers).length === check["is"], shown(offers));
};

const unique = async (_: Check, world: World): Promise<Verdict> => {
  const offers = await offered(world);
  return all(
    offers.map((offer) => {
      const names = offer.tools.flatMap((tool) => [tool.name, tool.modelName]);
      const doubled = names.filter((name, at) => names.indexOf(name) !== at && at % 2 === 0);
      return holds(offer.tools.length > 0 && doubled.length === 0, `${offer.label} ${shown([offer])}`);
    }),
  );
};

/** Checks of the tools that a case's servers offer. */
export const toolChecks: Readonly<Record<string, CheckRule>> = {
  tool_count: { words: ["is", "per_variant"], run: count },
  tool_names_unique: { words: ["each"], run: unique },
  tools_offered: {
    words: ["names", "at_least"],
    run: async (check, world) => {
      const got = namesOf(await offered(world));
      const missing = [...textsOf(check["names"]), ...textsOf(check["at_least"])].filter(
        (name) => !got.includes(name),
      );
      return holds(missing.length === 0, `not offered: ${missing.join(", ")}`);
    },
  },
};
