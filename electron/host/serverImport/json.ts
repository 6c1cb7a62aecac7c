import { parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";

/** What a text of JSON with comments held, and the first place where it is no JSON. */
export interface ReadJson {
  /** Objects have no prototype: a key `__proto__` is a key like any other. Undefined where nothing could be read. */
  readonly value: unknown;
  readonly problem: { readonly line: number; readonly what: string } | null;
  /** Whether an object of the value was read from a text without a fault: of another one something may be missing. */
  readonly isWhole: (value: object) => boolean;
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

const isFaulty = ({ offset, length }: Node, errors: readonly ParseError[]): boolean =>
  // An object that never ended has no length.
  length <= 0 || errors.some((error) => error.offset >= offset && error.offset < offset + length);

const valueOf = (node: Node, errors: readonly ParseError[], faulty: WeakSet<object>): unknown => {
  const { type, children = [] } = node;
  if (type === "array") return children.map((child) => valueOf(child, errors, faulty));
  if (type !== "object") return node.value as unknown;
  const read = Object.create(null) as Record<string, unknown>;
  for (const { children: [name, part] = [] } of children)
    if (name !== undefined && part !== undefined) read[String(name.value)] = valueOf(part, errors, faulty);
  if (isFaulty(node, errors)) faulty.add(read);
  return read;
};

/** Reads JSON with comments and trailing commas, as far as it goes. Never throws. */
export const readJson = (given: string): ReadJson => {
  const text = given.replace(/^\uFEFF/, "");
  const errors: ParseError[] = [];
  const faulty = new WeakSet<object>();
  const isWhole = (value: object): boolean => !faulty.has(value);
  try {
    const tree = parseTree(text, errors, { allowTrailingComma: true });
    const value = tree === undefined ? undefined : valueOf(tree, errors, faulty);
    const [first] = errors;
    if (first === undefined) return { value, problem: null, isWhole };
    const problem = { line: lineOf(text, first.offset), what: printParseErrorCode(first.error) };
    return { value, problem, isWhole };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { value: undefined, problem: { line: 1, what: "it is nested too deeply" }, isWhole };
  }
};
