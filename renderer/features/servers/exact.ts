import type { ServerDefinition } from "../../../shared/contract/index.ts";
import { revealHidden, type Piece } from "../reveal/index.ts";

/** A part of a text as it is shown: as it stands, as a mark for what hides, or as a line break that is named and made. */
export type ExactPiece = Piece | { readonly kind: "newLine" };

/**
 * A text of which a person is to see every character before it counts: hidden characters, letters that pose as others, long
 * runs of blanks, and each line break, which would else look like a space.
 */
export const exactPieces = (text: string): ExactPiece[] =>
  revealHidden(text, { isStrict: true }).flatMap((piece): ExactPiece[] =>
    piece.kind === "text"
      ? piece.text
          .split("\n")
          .flatMap((line, at): ExactPiece[] => [
            ...(at === 0 ? [] : [{ kind: "newLine" } as const]),
            ...(line === "" ? [] : [{ kind: "text", text: line } as const]),
          ])
      : [piece],
  );

/** A part of a definition that a person agrees to; `args` with the numbers of the arguments, counted from 1. */
export interface Difference {
  readonly part:
    | "name"
    | "kind"
    | "command"
    | "args"
    | "env"
    | "cwd"
    | "url"
    | "headers"
    | "signIn"
    | "trust"
    | "roots"
    | "places"
    | "timeLimit";
  readonly numbers?: readonly number[];
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const names = (values: Readonly<Record<string, string>> | undefined): string[] =>
  Object.keys(values ?? {}).sort();

const argumentNumbers = (a: readonly string[] = [], b: readonly string[] = []): number[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, at) => at + 1).filter(
    (number) => a[number - 1] !== b[number - 1],
  );

const transportDifferences = (
  a: ServerDefinition["transport"],
  b: ServerDefinition["transport"],
): Difference[] => {
  if (a.kind === "stdio" && b.kind === "stdio") {
    const numbers = argumentNumbers(a.args, b.args);
    return [
      ...(a.command === b.command ? [] : [{ part: "command" } as const]),
      ...(numbers.length === 0 ? [] : [{ part: "args", numbers } as const]),
      ...(isSame(names(a.env), names(b.env)) ? [] : [{ part: "env" } as const]),
      ...((a.cwd ?? "") === (b.cwd ?? "") ? [] : [{ part: "cwd" } as const]),
    ];
  }
  if (a.kind === "http" && b.kind === "http")
    return [
      ...(a.url === b.url ? [] : [{ part: "url" } as const]),
      ...(isSame(names(a.headers), names(b.headers)) ? [] : [{ part: "headers" } as const]),
      ...(isSame(a.oauth, b.oauth) ? [] : [{ part: "signIn" } as const]),
    ];
  return a.kind === b.kind ? [] : [{ part: "kind" }];
};

/** What differs between two definitions as they are shown, values of variables and headers left out; none where only such values do. */
export const differencesOf = (a: ServerDefinition, b: ServerDefinition): Difference[] => [
  ...(a.name === b.name ? [] : [{ part: "name" } as const]),
  ...transportDifferences(a.transport, b.transport),
  ...((a.isTrusted ?? false) === (b.isTrusted ?? false) ? [] : [{ part: "trust" } as const]),
  ...((a.sharesRoots ?? false) === (b.sharesRoots ?? false) ? [] : [{ part: "roots" } as const]),
  ...((a.fillsIn ?? false) === (b.fillsIn ?? false) ? [] : [{ part: "places" } as const]),
  ...(a.callTimeoutMs === b.callTimeoutMs ? [] : [{ part: "timeLimit" } as const]),
];

/** Whether a part, or one argument of it, is among the differences. */
export const isMarked = (
  differences: readonly Difference[] | undefined,
  part: Difference["part"],
  number?: number,
): boolean =>
  differences?.some(
    (one) => one.part === part && (number === undefined || one.numbers?.includes(number) === true),
  ) === true;
