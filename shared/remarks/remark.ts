import type { Failure, Remark } from "../contract/index.ts";
import { remarkTexts } from "./texts.ts";

type Key = keyof typeof remarkTexts;
type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Params<K extends Key> = {
  readonly [N in NamesIn<(typeof remarkTexts)[K]>]: N extends "cause" ? Failure : string | number;
};
type Given<K extends Key> = keyof Params<K> extends never ? [] : [params: Params<K>];

const isFailure = (value: string | number | Failure): value is Failure => typeof value === "object";

/** A remark with its places filled in. `cause` is a whole failure, so that its own language is kept too. */
export const remark = <K extends Key>(key: K, ...[given]: Given<K>): Remark => {
  const places: Readonly<Record<string, string | number | Failure>> = given ?? {};
  const text = remarkTexts[key].replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = places[name] ?? whole;
    return isFailure(value) ? value.message : String(value);
  });
  const { cause, ...params } = places;
  return {
    text,
    key,
    ...(Object.keys(params).length === 0 ? {} : { params: params as NonNullable<Remark["params"]> }),
    ...(cause !== undefined && isFailure(cause) ? { cause } : {}),
  };
};
