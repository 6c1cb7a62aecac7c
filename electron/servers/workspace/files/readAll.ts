import { readSync } from "node:fs";

/** Reads an open file from its start to its end; `size` is what `fstat` said, more or less is fine. */
export function readAll(fd: number, size: number): Buffer {
  let bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    if (length === bytes.length) {
      const larger = Buffer.allocUnsafe(bytes.length * 2);
      bytes.copy(larger);
      bytes = larger;
    }
    const read = readSync(fd, bytes, length, bytes.length - length, length);
    if (read === 0) return bytes.subarray(0, length);
    length += read;
  }
}
