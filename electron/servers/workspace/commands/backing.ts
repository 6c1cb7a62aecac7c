import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";

/** Something that holds bytes at positions. */
export interface Backing {
  /** @throws the system's error; nothing is promised then of what was written at these positions */
  write(bytes: Buffer, at: number): void;
  /** Bytes that were written before. @throws the system's error */
  read(at: number, length: number): Buffer;
  /** Lets go of what the system holds for it; reading still works. Safe to repeat. */
  close(): void;
}

/** Grows as it is written to. */
export function memoryBacking(): Backing {
  let held = Buffer.alloc(0);
  return {
    write: (bytes, at) => {
      const needed = at + bytes.length;
      if (needed > held.length) {
        const grown = Buffer.alloc(Math.max(needed, held.length * 2));
        held.copy(grown);
        held = grown;
      }
      bytes.copy(held, at);
    },
    read: (at, length) => Buffer.from(held.subarray(at, at + length)),
    close: () => undefined,
  };
}

function readFrom(fd: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let got = 0;
  while (got < length) {
    const count = readSync(fd, bytes, got, length - got, at + got);
    if (count === 0) break;
    got += count;
  }
  return bytes.subarray(0, got);
}

/** A file that was closed before. It is opened for each reading, so that a list of old outputs holds no descriptors. */
export function closedFileBacking(path: string): Backing {
  return {
    write: () => {
      throw new Error(`${path} is closed`);
    },
    read: (at, length) => {
      const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        return readFrom(fd, at, length);
      } finally {
        closeSync(fd);
      }
    },
    close: () => undefined,
  };
}

/** A new file, for its owner alone. @throws the system's error when it cannot be made, or is there already */
export function newFileBacking(path: string): Backing {
  const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
  const closed = closedFileBacking(path);
  let isOpen = true;
  return {
    write: (bytes, at) => {
      for (let done = 0; done < bytes.length;)
        done += writeSync(fd, bytes, done, bytes.length - done, at + done);
    },
    read: (at, length) => (isOpen ? readFrom(fd, at, length) : closed.read(at, length)),
    close: () => {
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
}
