import { runInNewContext } from "node:vm";
import { isObject, NotRun } from "../types.ts";

/** The names a security case is written with, and what they are in this run. */
export type Vars = Readonly<Record<`$${string}`, string>>;

/** @throws NotRun for a value described in words */
const compute = (expression: string): unknown => {
  try {
    return runInNewContext(expression, {}, { timeout: 5000 }) as unknown;
  } catch {
    throw new NotRun(`by hand: the value "${expression}"`);
  }
};

/** Fills in variables in every text of a value, longest name first, and computes `{expr}` values. */
export const fill = (value: unknown, vars: Vars): unknown => {
  const names = Object.keys(vars).sort((a, b) => b.length - a.length) as `$${string}`[];
  const text = (given: string): string =>
    names.reduce((done, name) => done.replaceAll(name, () => vars[name] ?? name), given);
  const walk = (item: unknown): unknown => {
    if (typeof item === "string") return text(item);
    if (Array.isArray(item)) return item.map(walk);
    if (!isObject(item)) return item;
    const keys = Object.keys(item);
    if (keys.length === 1 && typeof item["expr"] === "string") return text(String(compute(item["expr"])));
    return Object.fromEntries(Object.entries(item).map(([key, one]) => [key, walk(one)]));
  };
  return walk(value);
};
