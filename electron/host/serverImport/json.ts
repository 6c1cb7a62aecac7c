import { getNodeValue, parseTree, printParseErrorCode, type ParseError } from "jsonc-parser";

/** What a text of JSON with comments held, and the first place where it is no JSON. */
export interface ReadJson {
  /** Objects have no prototype: a key `__proto__` is a key like any other. Undefined where nothing could be read. */
  readonly value: unknown;
  readonly problem: { readonly line: number; readonly what: string } | null;
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** Reads JSON with comments and trailing commas, as far as it goes. Never throws. */
export const readJson = (given: string): ReadJson => {
  const text = given.replace(/^\uFEFF/, "");
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(text, errors, { allowTrailingComma: true });
    const value: unknown = tree === undefined ? undefined : getNodeValue(tree);
    const [first] = errors;
    if (first === undefined) return { value, problem: null };
    return { value, problem: { line: lineOf(text, first.offset), what: printParseErrorCode(first.error) } };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { value: undefined, problem: { line: 1, what: "it is nested too deeply" } };
  }
};
