import type { JsonObject } from "../../../shared/contract/index.ts";

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a server said that it can do something, in all or in one detail (`resources`, `subscribe`). */
export const declares = (capabilities: JsonObject | undefined, name: string, detail?: string): boolean => {
  const own =
    capabilities !== undefined && Object.hasOwn(capabilities, name) ? capabilities[name] : undefined;
  if (!isObject(own)) return false;
  return detail === undefined || own[detail] === true;
};

/** A capability with the details that are switched on. */
export interface Capability {
  readonly name: string;
  readonly details: readonly string[];
}

/** What a server declared, in its own words and order. */
export const capabilitiesOf = (capabilities: JsonObject | undefined): Capability[] =>
  Object.entries(capabilities ?? {}).map(([name, value]) => ({
    name,
    details: isObject(value)
      ? Object.entries(value)
          .filter(([, detail]) => detail === true || isObject(detail))
          .map(([detail]) => detail)
      : [],
  }));
