import { z } from "zod";
import { events, requests } from "../shared/contract/index.ts";

/**
 * `npm run contract`: prints the whole contract as one JSON Schema document: under `requests` the input and the output
 * of each, under `events` the data of each. Inputs are what a caller may send, outputs what it gets.
 */
function describeContract() {
  const described = Object.entries(requests).map(([name, { input, output }]) => [
    name,
    { input: z.toJSONSchema(input, { io: "input" }), output: z.toJSONSchema(output, { io: "output" }) },
  ]);
  const announced = Object.entries(events).map(([name, data]) => [
    name,
    z.toJSONSchema(data, { io: "output" }),
  ]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Loopwright contract",
    requests: Object.fromEntries(described) as Record<string, unknown>,
    events: Object.fromEntries(announced) as Record<string, unknown>,
  };
}

process.stdout.write(`${JSON.stringify(describeContract(), null, 2)}\n`);
