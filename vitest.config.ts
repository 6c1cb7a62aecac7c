import { defineConfig } from "vitest/config";

/** What no project may pick up: fixtures bring tests of their own. */
const exclude = ["**/node_modules/**", "**/.cache/**", "test/fixtures/**", "out/**", "dist/**"];

/**
 * `unit` is quick and starts no process of ours; `gates` proves that every check of `npm run check` turns red;
 * `integration` uses the real host and servers; `e2e` drives the real window, one file at a time and last,
 * because windows share the display and the clock.
 */
export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{shared,electron,renderer,build}/**/*.test.{ts,tsx}", "test/unit/**/*.test.ts"],
          exclude,
          testTimeout: 30_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "gates",
          include: ["test/gates/**/*.test.ts"],
          exclude,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          exclude,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          exclude,
          fileParallelism: false,
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
