const tails = new Map<string, Promise<void>>();

/** Runs changes of one file one after another, in the order they came; changes of other files do not wait. */
export async function inTurn<T>(realPath: string, run: () => Promise<T>): Promise<T> {
  const before = tails.get(realPath) ?? Promise.resolve();
  const result = before.then(run);
  const tail = result.then(
    () => undefined,
    () => undefined,
  );
  tails.set(realPath, tail);
  try {
    return await result;
  } finally {
    if (tails.get(realPath) === tail) tails.delete(realPath);
  }
}
