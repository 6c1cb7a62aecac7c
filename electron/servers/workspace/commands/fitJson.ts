import { formatBytes, headOf, tailOf } from "../outcome/index.ts";

const mostJsonBytes = 4.5 * 1024 * 1024;

/** Cuts the middle out of text whose escapes would make it too large for one JSON line of a connection. */
export function fitJson(text: string): string {
  let fitted = text;
  let end = text.length;
  for (;;) {
    const bytes = Buffer.byteLength(JSON.stringify(fitted));
    if (bytes <= mostJsonBytes) return fitted;
    end = Math.floor(Math.min(end, fitted.length) * (mostJsonBytes / bytes) * 0.9);
    const head = headOf(text, Math.floor(end / 2));
    const tail = tailOf(text, Math.floor(end / 2));
    const left = Buffer.byteLength(text) - Buffer.byteLength(head) - Buffer.byteLength(tail);
    fitted = `${head}\n[… ${formatBytes(left)} not in this result …]\n${tail}`;
  }
}
