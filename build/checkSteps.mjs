/**
 * One gate of `npm run check`.
 * @typedef {object} CheckStep
 * @property {string} name
 * @property {string} program a file below node_modules
 * @property {readonly string[]} args
 */

/**
 * The gates of every change, slowest first. `test/gates` runs these very commands on planted faults and requires red.
 * @type {readonly CheckStep[]}
 */
export const checkSteps = [
  { name: "lint", program: "eslint/bin/eslint.js", args: ["--max-warnings", "0", "."] },
  { name: "types", program: "typescript/bin/tsc", args: ["-b"] },
  { name: "unit tests", program: "vitest/vitest.mjs", args: ["run", "--project", "unit", "--reporter=dot"] },
  { name: "dead code", program: "knip/bin/knip.js", args: [] },
  { name: "format", program: "prettier/bin/prettier.cjs", args: ["--check", "--log-level", "warn", "."] },
  {
    name: "boundaries",
    program: "dependency-cruiser/bin/dependency-cruiser.mjs",
    args: ["--config", ".dependency-cruiser.cjs", "shared", "electron", "renderer", "build", "test"],
  },
];
