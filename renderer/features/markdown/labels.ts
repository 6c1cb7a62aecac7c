/** A link label in the form in which two labels are compared (CommonMark: case folded, white space collapsed). */
export const identifierOf = (label: string): string =>
  label
    .replace(/[\t\n\r ]+/g, " ")
    .replace(/^ | $/g, "")
    .toLowerCase()
    .toUpperCase()
    .toLowerCase();

/** The labels a piece of Markdown may refer to. `isOpen` says that one runs over lines, so that any definition may be meant. */
export interface Labels {
  readonly identifiers: ReadonlySet<string>;
  readonly isOpen: boolean;
}

const innermost = /\[((?:[^[\]\\]|\\[\s\S])*)\]/g;

/** Finds what may be a reference. Says too many rather than too few: brackets in code count as well. */
export const labelsIn = (text: string): Labels => {
  const identifiers = new Set<string>();
  let isOpen = false;
  if (!text.includes("[")) return { identifiers, isOpen };
  for (const [, label = ""] of text.matchAll(innermost)) {
    if (label === "") continue;
    if (/[\r\n]/.test(label)) isOpen = true;
    else identifiers.add(identifierOf(label));
  }
  return { identifiers, isOpen };
};
