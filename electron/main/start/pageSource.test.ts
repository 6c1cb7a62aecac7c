import { expect, it } from "vitest";
import { pageSource } from "./pageSource.ts";

const built = "app://bundle/index.html";

it.each([
  [false, undefined, built],
  [false, "http://localhost:5173", "http://localhost:5173/index.html"],
  [true, "http://localhost:5173", built],
  [false, "http://localhost:5173.evil.example", built],
  [false, "https://example.invalid", built],
  [false, "", built],
] as const)("packaged %s with server %s opens %s", (isPackaged, server, page) => {
  expect(pageSource("/app", isPackaged, server).page).toBe(page);
});
