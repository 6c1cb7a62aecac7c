import { pathToFileURL } from "node:url";

/**
 * The n-th Fibonacci number: 0, 1, 1, 2, 3, 5, 8, …
 *
 * @param {number} n a whole number, 0 or more
 * @returns {number}
 */
export function fibonacci(n) {
  if (!Number.isInteger(n) || n < 0) {
    throw new RangeError(`fibonacci needs a whole number of 0 or more, not ${n}`);
  }
  if (n < 2) return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

// Started as a program: node main.mjs 10
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const n = Number(process.argv[2] ?? 10);
  console.log(`fibonacci(${n}) = ${fibonacci(n)}`);
}
