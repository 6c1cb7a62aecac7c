/** A value a person may choose, with the words it is shown by. */
export interface Choice {
  readonly value: unknown;
  readonly label: string;
}

interface Common {
  /** The property it fills. */
  readonly name: string;
  /** What it is called for a person: the schema's title, else its name. All texts of a schema are somebody else's. */
  readonly label: string;
  readonly description?: string;
  readonly isRequired: boolean;
  /** Filled in when the form opens; undefined when there is none. */
  readonly given?: unknown;
}

/** How a text must look, as far as a page can tell. */
export type TextFormat = "email" | "uri" | "date" | "date-time";

export interface TextRule {
  readonly format?: TextFormat;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Only patterns that cannot blow up; others are the host's to check. */
  readonly pattern?: string;
}

export interface NumberRule {
  readonly isInteger: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly isAboveMinimum?: boolean;
  readonly isBelowMaximum?: boolean;
  readonly multipleOf?: number;
}

export interface CountRule {
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The plain values a list may hold. */
export type ListItem = ({ readonly kind: "text" } & TextRule) | ({ readonly kind: "number" } & NumberRule);

export type TextField = Common & { readonly kind: "text" } & TextRule;
export type NumberField = Common & { readonly kind: "number" } & NumberRule;
export type BooleanField = Common & { readonly kind: "boolean" };
export type ChoiceField = Common & { readonly kind: "choice"; readonly choices: readonly Choice[] };
export type ChoicesField = Common & {
  readonly kind: "choices";
  readonly choices: readonly Choice[];
} & CountRule;
export type ListField = Common & { readonly kind: "list"; readonly item: ListItem } & CountRule;
export type GroupField = Common & { readonly kind: "group"; readonly fields: readonly Field[] };
/** `sample`: the form of such a value, as JSON. */
export type JsonField = Common & { readonly kind: "json"; readonly sample?: string };

/** One control of a form made from a JSON Schema; what no control fits is typed as JSON. */
export type Field =
  TextField | NumberField | BooleanField | ChoiceField | ChoicesField | ListField | GroupField | JsonField;
