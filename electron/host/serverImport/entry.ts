/** A server as another program's file holds it. */
export type Entry = Readonly<Record<string, unknown>>;

export const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
