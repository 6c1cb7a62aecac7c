import { cp } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { root } from "../../build/ready/paths.mjs";
import { verifies } from "../verifies.ts";
import { plantProject } from "./plantedProject.ts";

verifies("ARCH-03", "a missing handler does not compile", async () => {
  const handlers = (object: string) =>
    `import type { Handlers } from "../../shared/contract/index.ts";\n
declare const all: Handlers;
const { "session.send": send, ...rest } = all;
export const handlers: Handlers = ${object};
export { send };\n`;
  await using project = await plantProject({
    "electron/host/handlers.ts": handlers('{ ...rest, "session.send": send }'),
  });
  await cp(path.join(root, "shared"), path.join(project.dir, "shared"), {
    recursive: true,
    filter: (file) => !file.endsWith(".test.ts"),
  });
  expect(await project.runGate("types")).toMatchObject({ isGreen: true, output: "" });
  await project.write({ "electron/host/handlers.ts": handlers("rest") });
  const red = await project.runGate("types");
  expect(red.isGreen).toBe(false);
  expect(red.output).toMatch(/handlers\.ts.*'"session\.send"' is missing/);
});
