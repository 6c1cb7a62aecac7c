import { describe, expect } from "vitest";
import { runScenario } from "../../conformance/runScenario.ts";
import { controls, suites, type Scenario } from "../../conformance/scenarios.ts";
import { verifies } from "../../verifies.ts";

/** Longest for one scenario where other tests run beside it, in milliseconds. */
const LIMIT_MS = 90_000;

const OLD = "2025-11-25";
const NEXT = "2026-07-28";

const find = (name: string, version: string): Scenario => {
  const found = suites.find((scenario) => scenario.name === name && (scenario.flags[1] ?? OLD) === version);
  if (found === undefined) throw new Error(`no scenario ${name} of ${version}`);
  return found;
};

/** One of each kind; `npm run conformance` runs all of them. */
const few = [
  find("elicitation-sep1034-client-defaults", OLD),
  find("auth/scope-step-up", OLD),
  find("request-metadata", NEXT),
  find("sep-2322-client-request-state", NEXT),
  find("http-custom-headers", NEXT),
];

describe("the official conformance suite", () => {
  for (const scenario of few)
    verifies(
      ["MCP-01", "MCP-02", "MCP-03"],
      `${scenario.name} ${scenario.flags[1] ?? OLD}`,
      async () => {
        const { isPassed, text } = await runScenario(scenario);
        expect(isPassed, text).toBe(true);
      },
      LIMIT_MS,
    );

  const [control] = controls.filter(({ name }) => name === "auth/iss-wrong-issuer");
  verifies(
    "MCP-03",
    "a run that leaves out the check of who answered fails",
    async () => {
      if (control === undefined) throw new Error("no such control");
      const { isFailed, text } = await runScenario(control, control.control);
      expect(isFailed, text).toBe(true);
    },
    LIMIT_MS,
  );
});
