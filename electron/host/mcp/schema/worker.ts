import { workerData } from "node:worker_threads";
import { compileSchema, type Check } from "./compile.ts";
import type { Job, ThreadSetup, Word } from "./jobs.ts";
import { verdictOf, type Verdict } from "./verdict.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";

/** Entry of the thread that checks values against schemas; in a bundle it is `schemaWorker.mjs` beside `host.mjs`. */
const { port } = workerData as ThreadSetup;
const made = new Map<string, { readonly schema: JsonObject; readonly check: Check }>();

const say = (word: Word): void => {
  port.postMessage(word);
};

const verdict = ({ key, schema, value }: Job): Verdict => {
  if (schema !== undefined) {
    made.set(key, { schema, check: compileSchema(schema) });
    say({ kind: "made" });
  }
  const known = made.get(key);
  if (known === undefined) return { kind: "unchecked", why: "its schema was not at hand" };
  return verdictOf(known.check(value), known.schema);
};

port.on("message", (job: Job) => {
  for (const key of job.forget) made.delete(key);
  say({ kind: "done", verdict: verdict(job) });
});
