/** One line with at least one match. */
export interface Hit {
  /** Relative to the workspace root, with `/`. */
  readonly path: string;
  readonly line: number;
  /** What is shown of the line: clipped around its first match. */
  readonly text: string;
  /** True when the name is no UTF-8: `path` then shows its bytes as `\xNN`. */
  readonly isOddName: boolean;
}
