/** Names that Windows keeps for devices, with or without an ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
/** Longest title part, in UTF-16 units: room for the ending within what file systems take in UTF-8. */
const NAME_CHARS = 60;

/**
 * A file name for an export, from a title that may hold anything: no separators, no reserved names, no leading dot, no odd
 * characters; safe on Linux, macOS and Windows (SEC-EXPORT-01).
 */
export const exportFileName = (title: string, format: string): string => {
  const words = title
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}\p{M}_-]+/gu, "-")
    .slice(0, NAME_CHARS)
    .toWellFormed()
    .replaceAll("\ufffd", "")
    .replace(/^[-_]+|[-_]+$/g, "");
  const name = words === "" || RESERVED.test(words) ? `session${words === "" ? "" : `-${words}`}` : words;
  return `${name}.${format === "markdown" ? "md" : format}`;
};
