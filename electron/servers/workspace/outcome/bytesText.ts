import { isUtf8 } from "node:buffer";

/** End of the run of bytes from `at` on that are all ASCII, or all not. */
function runEnd(bytes: Buffer, at: number): number {
  const isAscii = (bytes[at] ?? 0) < 0x80;
  let end = at + 1;
  while (end < bytes.length && (bytes[end] ?? 0) < 0x80 === isAscii) end += 1;
  return end;
}

/**
 * UTF-8 bytes as text. A run of bytes that is no UTF-8 becomes `\xNN` for each byte: nothing is lost, nothing becomes
 * U+FFFD, and a word in another encoding does not come out half as escapes and half as wrong letters.
 * `invalid` counts the escaped bytes.
 */
export function textOfBytes(bytes: Buffer): { readonly text: string; readonly invalid: number } {
  if (isUtf8(bytes)) return { text: bytes.toString("utf8"), invalid: 0 };
  const parts: string[] = [];
  let invalid = 0;
  for (let at = 0; at < bytes.length;) {
    const end = runEnd(bytes, at);
    const run = bytes.subarray(at, end);
    if (isUtf8(run)) parts.push(run.toString("utf8"));
    else {
      invalid += run.length;
      parts.push(run.toString("hex").replaceAll(/../g, "\\x$&"));
    }
    at = end;
  }
  return { text: parts.join(""), invalid };
}
