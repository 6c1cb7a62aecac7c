import assert from "node:assert/strict";
import { test } from "node:test";
import { fibonacci } from "./main.mjs";

test("fibonacci(0) is 0", () => {
  assert.equal(fibonacci(0), 0);
});

test("fibonacci(1) is 1", () => {
  assert.equal(fibonacci(1), 1);
});

test("the first numbers are right", () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => fibonacci(n));
  assert.deepEqual(numbers, [1, 1, 2, 3, 5, 8, 13, 21]);
});

test("fibonacci(25) is 75025", () => {
  assert.equal(fibonacci(25), 75_025);
});

test("a negative number is refused", () => {
  assert.throws(() => fibonacci(-1), RangeError);
});

test("a fraction is refused", () => {
  assert.throws(() => fibonacci(1.5), RangeError);
});
