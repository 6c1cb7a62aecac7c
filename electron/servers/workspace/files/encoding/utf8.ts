import { isUtf8 } from "node:buffer";

/** Index of the first byte that is not valid UTF-8, or -1. */
export function firstInvalidUtf8(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  let low = 0;
  let high = bytes.length;
  // Invariant: the first `low` bytes are valid up to a possibly cut last character, the first `high` are not valid.
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isUtf8Start(bytes.subarray(0, middle))) low = middle;
    else high = middle;
  }
  return low;
}

/** True for valid UTF-8 whose last character may be cut. */
export function isUtf8Start(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return true;
  for (let cut = 1; cut <= 3 && cut <= bytes.length; cut += 1) {
    const lead = bytes[bytes.length - cut] ?? 0;
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
    if (length > cut && isUtf8(bytes.subarray(0, bytes.length - cut))) return true;
  }
  return false;
}

function sequenceLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  return lead >= 0xc2 && isUtf8(bytes.subarray(at, at + length)) && at + length <= bytes.length ? length : 0;
}

/**
 * True when the bytes are UTF-8 with a few bad ones in it (at least three good characters beyond ASCII for each bad
 * byte): no other encoding explains that, so none is guessed.
 */
export function isDamagedUtf8(bytes: Buffer): boolean {
  let good = 0;
  let bad = 0;
  for (let at = 0; at < bytes.length;) {
    if ((bytes[at] ?? 0) < 0x80) {
      at += 1;
      continue;
    }
    const length = sequenceLength(bytes, at);
    if (length === 0) bad += 1;
    else good += 1;
    at += Math.max(1, length);
  }
  return good >= 3 * bad;
}
