/** Any part of a case file. What is in one is looked at, never trusted to have a shape. */
export type Json = Readonly<Record<string, unknown>>;

/** One checkable part of what a case expects. `check` names it, the rest are its parameters. */
export interface Check extends Json {
  readonly check: string;
}

/** A case of a file like `field.json`. */
export interface FieldCase extends Json {
  readonly id: string;
  readonly area: string;
  readonly os: string;
  readonly run: string;
  readonly setup: Json;
  readonly do: readonly Json[];
  readonly expect: readonly Check[];
}

/** A benign twin of a security case that must keep working. */
export interface Control extends Json {
  readonly input: unknown;
  readonly expect: unknown;
}

/** A case of a file like `security.json`. */
export interface SecurityCase extends Json {
  readonly id: string;
  readonly category: string;
  readonly layer: string;
  readonly platforms: readonly string[];
  readonly adapter: string;
  readonly setup: readonly Json[];
  readonly input: Json;
  readonly expect: Json;
  readonly controls?: readonly Control[];
}

/**
 * What became of one expectation: it held (by a test of the window, where only a window can show it), it did not (and what was
 * seen), or nothing here can tell.
 */
export type Verdict =
  | { readonly kind: "held"; readonly by?: readonly string[] }
  | { readonly kind: "failed"; readonly seen: string }
  | { readonly kind: "unknown"; readonly why: string };

/** What a case came to. */
export type Outcome =
  | { readonly kind: "right"; readonly by?: readonly string[] }
  | { readonly kind: "wrong"; readonly seen: string }
  | { readonly kind: "notRun"; readonly why: string };

/** An outcome with what the two security scores count. */
export interface ScoredOutcome {
  readonly outcome: Outcome;
  /** True when the harmful part was tried and had no unwanted effect. */
  readonly isBlocked: boolean;
  readonly controls: number;
  readonly controlsPassed: number;
}

/** Thrown where a case asks for something nothing here can do: the case ends as `not run` with this reason. */
export class NotRun extends Error {}

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as text: a text as it is, nothing as "", all else as JSON. */
export const wordOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

/** A text list that may be written as one text. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(wordOf) : value === undefined ? [] : [wordOf(value)];
