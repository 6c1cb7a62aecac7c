/** An object of somebody else's, of which nothing is sure. */
export type Loose = Readonly<Record<string, unknown>>;

export const isLoose = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A field by its name of today or, as older schemas had it, in snake case. */
export const field = (from: Loose, name: string): unknown => (name in from ? from[name] : from[snake(name)]);

/** A field that is a text that is not empty, cut to `max` characters. */
export const text = (from: Loose, name: string, max = 4000): string | undefined => {
  const value = field(from, name);
  return typeof value === "string" && value !== "" ? value.slice(0, max) : undefined;
};

/** The objects in a field that is a list. */
export const list = (from: Loose, name: string): Loose[] => {
  const value = field(from, name);
  return Array.isArray(value) ? (value as unknown[]).filter(isLoose).slice(0, 200) : [];
};

export const isTrue = (from: Loose, name: string): boolean => field(from, name) === true;
