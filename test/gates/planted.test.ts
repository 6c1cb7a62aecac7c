import { describe, expect, it } from "vitest";
import { plantProject } from "./plantedProject.ts";

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

describe("every gate of npm run check turns red on a planted fault, and is green without", () => {
  it("types", async () => {
    await using project = await plantProject();
    expect(await project.runGate("types")).toMatchObject({ isGreen: true, output: "" });
    const faults: [file: string, text: string, error: RegExp][] = [
      ["shared/a.ts", 'export const a: number = "one";\n', /shared\/a\.ts.*TS2322/],
      ["shared/dom.ts", "export const title = document.title;\n", /shared\/dom\.ts.*TS2584/],
      ["shared/node.ts", "export const pid = process.pid;\n", /shared\/node\.ts.*TS2591/],
      ["electron/host/page.ts", "export const page = window.name;\n", /electron\/host\/page\.ts.*TS2304/],
      [
        "renderer/index.ts",
        "export const first = (list: string[]): string => list[0];\n",
        /renderer\/index\.ts.*TS2322/,
      ],
    ];
    await project.write(Object.fromEntries(faults.map(([file, text]) => [file, text])));
    const red = await project.runGate("types");
    expect(red.isGreen).toBe(false);
    for (const [, , error] of faults) expect(red.output).toMatch(error);
  });

  it("lint", async () => {
    await using project = await plantProject({
      "shared/awaited.ts": "export async function run(save: () => Promise<void>) {\n  await save();\n}\n",
      "shared/full.ts":
        'export function name(kind: "a" | "b") {\n  switch (kind) {\n    case "a":\n      return 1;\n    case "b":\n      return 2;\n  }\n}\n',
      "shared/long.ts": `${lines(399, (index) => `export const v${index} = ${index};`)}\n`,
    });
    expect(await project.runGate("lint")).toMatchObject({ isGreen: true, output: "" });
    const faults: [file: string, text: string, rule: string][] = [
      [
        "shared/floating.ts",
        "export function run(save: () => Promise<void>) {\n  save();\n}\n",
        "no-floating-promises",
      ],
      [
        "shared/voided.ts",
        "export function run(save: () => Promise<void>) {\n  void save();\n}\n",
        "no-floating-promises",
      ],
      [
        "shared/open.ts",
        'export function name(kind: "a" | "b") {\n  switch (kind) {\n    case "a":\n      return 1;\n  }\n  return 2;\n}\n',
        "switch-exhaustiveness-check",
      ],
      ["shared/tooLong.ts", `${lines(401, (index) => `export const v${index} = ${index};`)}\n`, "max-lines"],
      [
        "shared/longFunction.ts",
        `export function f(a: number) {\n${lines(61, (index) => `  if (a === ${index}) return ${index};`)}\n  return a;\n}\n`,
        "max-lines-per-function",
      ],
      ["shared/anything.ts", "export const keep = (value: any) => [value];\n", "no-explicit-any"],
      ["shared/nameless.ts", "export default 1;\n", "no-restricted-syntax"],
      ["electron/host/shout.ts", 'console.log("to stdout");\n', "no-console"],
      [
        "renderer/reach.ts",
        "export const reach = (window as unknown as { loopwright: number }).loopwright;\nexport const direct = window.loopwright;\n",
        "no-restricted-syntax",
      ],
      [
        "test/unit/only.test.ts",
        'import { it } from "vitest";\n\nit.only("x", () => undefined);\n',
        "no-restricted-syntax",
      ],
    ];
    await project.write(Object.fromEntries(faults.map(([file, text]) => [file, text])));
    const red = await project.runGate("lint");
    expect(red.isGreen).toBe(false);
    const found = faults.filter(([file, , rule]) => ruleIsReported(red.output, file, rule));
    expect(found.map(([file]) => file)).toEqual(faults.map(([file]) => file));
    expect(red.output).not.toMatch(/shared\/(awaited|full|long)\.ts/);
  });

  it("boundaries and cycles", async () => {
    const feature = "export const part = 1;\n";
    await using project = await plantProject({
      "renderer/features/chat/index.ts": 'export * from "./part.ts";\n',
      "renderer/features/chat/part.ts": feature,
      "renderer/uses.ts": 'import { part } from "./features/chat/index.ts";\n\nexport const used = part;\n',
      "electron/host/log/index.ts": 'export * from "./part.ts";\n',
      "electron/host/log/part.ts": feature,
      "electron/host/uses.ts": 'import { part } from "./log/index.ts";\n\nexport const used = part;\n',
      "electron/servers/workspace/main.ts":
        'import { room } from "../../../shared/room.ts";\n\nexport const used = room;\n',
    });
    expect(await project.runGate("boundaries")).toMatchObject({ isGreen: true });
    const host = "../host/main.ts";
    const faults: [file: string, imported: string, rule: string][] = [
      ["shared/up.ts", "../renderer/uses.ts", "shared-is-pure"],
      ["shared/disk.ts", "node:fs", "shared-has-no-runtime"],
      ["shared/react.ts", "react", "shared-needs-little"],
      ["renderer/side.ts", "../electron/host/uses.ts", "renderer-not-to-electron"],
      ["renderer/disk.ts", "node:fs", "renderer-has-no-node"],
      ["electron/host/window.ts", "electron", "host-and-servers-without-electron"],
      ["electron/host/shortcut.ts", "../servers/workspace/main.ts", "host-not-to-servers"],
      ["electron/servers/workspace/shortcut.ts", "../../host/main.ts", "servers-stand-alone"],
      ["electron/main/shortcut.ts", host, "main-stays-thin"],
      ["electron/preload/preload.ts", "../main/main.ts", "preload-stands-alone"],
      ["renderer/inner.ts", "./features/chat/part.ts", "renderer-features-by-index"],
      ["renderer/features/audit/inner.ts", "../chat/part.ts", "renderer-feature-to-feature-by-index"],
      ["electron/host/inner.ts", "./log/part.ts", "host-features-by-index"],
      ["electron/host/loop/inner.ts", "../log/part.ts", "host-feature-to-feature-by-index"],
      ["electron/host/tested.ts", "../../test/unit/room.test.ts", "product-not-to-tests"],
      ["electron/host/dev.ts", "vitest", "product-not-to-dev-dependencies"],
      ["shared/one.ts", "./two.ts", "no-cycles"],
      ["shared/nowhere.ts", "./missing.ts", "unresolvable"],
    ];
    const back = 'import * as other from "./one.ts";\n\nexport const used = other;\n';
    await project.write({ "shared/two.ts": back });
    await project.write(
      Object.fromEntries(
        faults.map(([file, imported]) => [
          file,
          `import * as other from "${imported}";\n\nexport const used = other;\n`,
        ]),
      ),
    );
    const red = await project.runGate("boundaries");
    expect(red.isGreen).toBe(false);
    const missed = faults.filter(
      ([file, , rule]) => !new RegExp(`${rule}: .*${escape(file)}`).test(red.output),
    );
    expect(missed).toEqual([]);
  });

  it("a cycle of types alone", async () => {
    await using project = await plantProject({
      "shared/one.ts": 'import type { Two } from "./two.ts";\n\nexport type One = Two[];\n',
      "shared/two.ts": 'import type { One } from "./one.ts";\n\nexport type Two = One[];\n',
    });
    expect((await project.runGate("boundaries")).output).toMatch(/no-cycles/);
  });

  it("dead code and unused dependencies", async () => {
    const tools = [
      "electron",
      "eslint",
      "eslint-plugin-react-hooks",
      "prettier",
      "typescript",
      "typescript-eslint",
    ];
    const used = [...tools, "vite"];
    const manifest = (names: string[]) => ({
      "package.json": JSON.stringify({
        name: "planted",
        type: "module",
        scripts: { host: "node electron/host/main.ts", format: "prettier --write ." },
        devDependencies: Object.fromEntries(names.map((name) => [name, "1.0.0"])),
      }),
    });
    await using project = await plantProject(manifest(used));
    expect(await project.runGate("dead code")).toMatchObject({ isGreen: true });
    await project.write({
      ...manifest([...used, "zustand"]),
      "shared/forgotten.ts": "export const forgotten = 1;\n",
      "shared/room.ts": "export const room = 1;\nexport const nobodyNeedsThis = 2;\n",
    });
    const red = await project.runGate("dead code");
    expect(red.isGreen).toBe(false);
    expect(red.output).toMatch(/Unused files[^]*shared\/forgotten\.ts/);
    expect(red.output).toMatch(/Unused devDependencies[^]*zustand/);
    expect(red.output).toMatch(/Unused exports[^]*nobodyNeedsThis/);
  });

  it("format", async () => {
    await using project = await plantProject();
    await project.remove("package.json");
    expect(await project.runGate("format")).toMatchObject({ isGreen: true });
    await project.write({ "shared/ugly.ts": "export const ugly = [ 'a','b' ]\n" });
    const red = await project.runGate("format");
    expect(red.isGreen).toBe(false);
    expect(red.output).toContain("shared/ugly.ts");
  });

  it("unit tests", async () => {
    const test = (expected: number) =>
      `import { expect, it } from "vitest";\n\nit("adds", () => expect(1 + 1).toBe(${expected}));\n`;
    await using project = await plantProject({
      "vitest.config.ts":
        'import { defineConfig } from "vitest/config";\n\nexport default defineConfig({ test: { projects: [{ test: { name: "unit", include: ["shared/**/*.test.ts"] } }] } });\n',
      "shared/adds.test.ts": test(2),
    });
    expect(await project.runGate("unit tests")).toMatchObject({ isGreen: true });
    await project.write({ "shared/adds.test.ts": test(3) });
    expect(await project.runGate("unit tests")).toMatchObject({ isGreen: false });
  });
});

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether ESLint's report names a rule below a file's own heading. */
function ruleIsReported(output: string, file: string, rule: string): boolean {
  const section = output
    .split(/\n(?=\/|[A-Z]:\\)/)
    .find((part) => part.trimStart().split("\n")[0]?.replaceAll("\\", "/").endsWith(file));
  return section?.includes(rule) ?? false;
}
