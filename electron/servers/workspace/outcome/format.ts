/** Most bytes of text a result shows the model (TOOL-06). */
export const resultBytes = 30 * 1024;

/** Thousands separated, so that large counts can be read. */
export function formatCount(count: number): string {
  if (count >= 0 && count < 1_000) return String(count);
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** "812 B", "3.4 KB", "48.0 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}

/** "1 line", "3 lines". */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** The longest start of `text` of at most `length` UTF-16 units that does not end inside a surrogate pair. */
export function headOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const isInsidePair = length > 0 && (text.charCodeAt(length - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isInsidePair ? length - 1 : length);
}

/** The longest end of `text` of at most `length` UTF-16 units that does not start inside a surrogate pair. */
export function tailOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.length - length;
  const isInsidePair = length > 0 && (text.charCodeAt(start) & 0xfc00) === 0xdc00;
  return text.slice(isInsidePair ? start + 1 : start);
}

/** Cuts text to `bytes` of UTF-8 at a character border. */
export function headBytes(text: string, bytes: number): string {
  const encoded = Buffer.from(text, "utf8");
  if (encoded.length <= bytes) return text;
  let end = Math.max(0, bytes);
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return encoded.toString("utf8", 0, end);
}
