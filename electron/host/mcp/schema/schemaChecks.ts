import { hash } from "node:crypto";
import { compileSchema, type Check } from "./compile.ts";
import { plainWeight, weigh } from "./plain.ts";
import { isDeeperThan, MAX_SCHEMA_CHARS, MAX_SCHEMA_DEPTH } from "./shape.ts";
import { CheckThread, TOO_SLOW, type CheckLimits } from "./thread.ts";
import { verdictOf, type Verdict } from "./verdict.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";

/** Schemas of servers held against values, where they can stop nobody (security.md, decision 9). */
export interface SchemaChecks {
  /**
   * Of one owner, at most one check runs aside at a time. Never rejects, never throws.
   * @param owner the server's name, the same for results, arguments and forms: they count together
   */
  check(schema: JsonObject, value: unknown, owner: string): Promise<Verdict>;
  /** Ends the threads; checks that run or wait come back unchecked. Later ones start threads again. */
  close(): Promise<void>;
}

/** Two, so that one server whose checks take long leaves one for the others. */
const THREADS = 2;
/** A schema that took too long so often is not tried again. */
const MOST_SLOW = 2;
/** Compiled schemas kept on the host's own thread, and slow ones remembered. */
const MOST_KEPT = 300;
/** Weight of schema times weight of value up to which a plain schema is checked at once: a few milliseconds. */
const MAX_STEPS = 500_000;
/** Heaviest value that is handed over for a check. */
const MAX_WEIGHT = 1_000_000;

const productLimits: CheckLimits = { startMs: 10_000, makeMs: 3000, checkMs: 500, idleMs: 60_000 };

interface Plan {
  readonly key: string;
  /** Weight on the host's own thread; null where it must run aside. */
  readonly plain: number | null;
}

interface Waiting {
  readonly plan: Plan;
  readonly schema: JsonObject;
  readonly value: unknown;
  readonly owner: string;
  readonly settle: (verdict: Verdict) => void;
}

const unchecked = (why: string): Verdict => ({ kind: "unchecked", why });

const trim = (map: Map<string, unknown>): void => {
  for (const key of map.keys()) {
    if (map.size <= MOST_KEPT) return;
    map.delete(key);
  }
};

class Checks implements SchemaChecks {
  readonly #threads: readonly CheckThread[];
  readonly #plans = new WeakMap<JsonObject, Plan | string>();
  readonly #compiled = new Map<string, Check>();
  readonly #slow = new Map<string, number>();
  readonly #busy = new Set<string>();
  #waiting: Waiting[] = [];

  constructor(limits: CheckLimits) {
    this.#threads = Array.from({ length: THREADS }, () => new CheckThread(limits));
  }

  check(schema: JsonObject, value: unknown, owner: string): Promise<Verdict> {
    const plan = this.#planOf(schema);
    if (typeof plan === "string") return Promise.resolve(unchecked(plan));
    if (plan.plain !== null && weigh(value, MAX_STEPS / plan.plain) !== Infinity)
      return Promise.resolve(verdictOf(this.#compiledOf(plan.key, schema)(value), schema));
    if ((this.#slow.get(plan.key) ?? 0) >= MOST_SLOW)
      return Promise.resolve(unchecked(`${TOO_SLOW} each time before`));
    if (weigh(value, MAX_WEIGHT) === Infinity) return Promise.resolve(unchecked("it is too large"));
    return new Promise((settle) => {
      this.#waiting.push({ plan, schema, value, owner, settle });
      this.#go();
    });
  }

  async close(): Promise<void> {
    const left = this.#waiting;
    this.#waiting = [];
    for (const { settle } of left) settle(unchecked("the host is closing"));
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #planOf(schema: JsonObject): Plan | string {
    let plan = this.#plans.get(schema);
    if (plan === undefined) {
      plan = this.#makePlan(schema);
      this.#plans.set(schema, plan);
    }
    return plan;
  }

  #makePlan(schema: JsonObject): Plan | string {
    if (isDeeperThan(schema, MAX_SCHEMA_DEPTH)) return "its schema nests too deep";
    const text = JSON.stringify(schema);
    if (text.length > MAX_SCHEMA_CHARS) return "its schema is too large";
    return { key: hash("sha256", text), plain: plainWeight(schema) };
  }

  #compiledOf(key: string, schema: JsonObject): Check {
    const check = this.#compiled.get(key) ?? compileSchema(schema);
    this.#compiled.delete(key);
    this.#compiled.set(key, check);
    trim(this.#compiled);
    return check;
  }

  /** Gives what waits to threads that are free, first come first served but for owners that have one running. */
  #go(): void {
    for (const thread of this.#threads) {
      if (thread.isBusy) continue;
      const next = this.#waiting.find(({ owner }) => !this.#busy.has(owner));
      if (next === undefined) return;
      this.#waiting = this.#waiting.filter((item) => item !== next);
      this.#busy.add(next.owner);
      this.#run(thread, next).catch((error: unknown) => {
        next.settle(unchecked(`the check itself failed (${String(error)})`));
      });
    }
  }

  async #run(thread: CheckThread, { plan, schema, value, owner, settle }: Waiting): Promise<void> {
    try {
      const verdict = await thread.run(plan.key, schema, value);
      if (verdict.kind === "unchecked" && verdict.why === TOO_SLOW) {
        this.#slow.set(plan.key, (this.#slow.get(plan.key) ?? 0) + 1);
        trim(this.#slow);
      }
      settle(verdict);
    } finally {
      this.#busy.delete(owner);
      this.#go();
    }
  }
}

/** Makes checks with threads of their own; none is started before it is needed. */
export const createSchemaChecks = (limits: Partial<CheckLimits> = {}): SchemaChecks =>
  new Checks({ ...productLimits, ...limits });

/** The checks of this process. Threads belong to a process as its event loop does, so its hosts share them. */
export const schemaChecks = createSchemaChecks();
