import { readSync } from "node:fs";
import { Refusal } from "../outcome/index.ts";

/** How much a file without a size may hold before that is given up. */
const growth = 1024 * 1024;

/** Reads until `size` bytes are there or the file ends. */
function readSized(fd: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const read = readSync(fd, bytes, length, size - length, length);
    if (read === 0) break;
    length += read;
  }
  return length === size ? bytes : bytes.subarray(0, length);
}

/**
 * Reads an open file from its start to its end as `fstat` told it; what is appended meanwhile belongs to another version.
 * Files that tell no size (some virtual file systems) are read to their end.
 * @param size of the file, as `fstat` said
 * @throws Refusal `stale` when one without a size grows faster than it can be read
 */
export function readAll(fd: number, size: number): Buffer {
  if (size > 0) return readSized(fd, size);
  let bytes = Buffer.allocUnsafe(4 * 1024);
  let length = 0;
  for (;;) {
    if (length > growth) {
      throw new Refusal(
        "stale",
        "The file grew all the time while it was read.",
        "Another program is writing it: wait until that is done, or look at it with run_command and tail.",
      );
    }
    if (length === bytes.length) {
      const larger = Buffer.allocUnsafe(bytes.length + 64 * 1024);
      bytes.copy(larger);
      bytes = larger;
    }
    const read = readSync(fd, bytes, length, bytes.length - length, length);
    if (read === 0) return bytes.subarray(0, length);
    length += read;
  }
}
