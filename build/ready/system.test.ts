import { describe, expect, it } from "vitest";
import { installCommandFor, missingLibraries, needsOf } from "./system.mjs";

describe("system packages", () => {
  it("reads what ldd could not find", () => {
    const output = [
      "\tlinux-vdso.so.1 (0x00007ffd)",
      "\tlibnss3.so => not found",
      "\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)",
      "\tlibgtk-3.so.0 => not found",
    ].join("\n");
    expect(missingLibraries(output)).toEqual(["libnss3.so", "libgtk-3.so.0"]);
  });

  it("names each package once, and GTK for what GTK brings", () => {
    const missing = [
      "libnss3.so",
      "libnspr4.so",
      "libsmime3.so",
      "libatk-1.0.so.0",
      "libX11.so.6",
      "libasound.so.2",
      "Xvfb",
      "bwrap",
    ];
    expect(needsOf(missing).map(({ apt }) => apt[0])).toEqual([
      "libnss3",
      "libgtk-3-0",
      "libasound2",
      "xvfb",
      "bubblewrap",
    ]);
  });

  it("types a command that works on releases with and without t64 names", () => {
    expect(installCommandFor(needsOf(["Xvfb", "libasound.so.2"]), "apt")).toContain(
      'sudo apt-get update && sudo apt-get install -y xvfb "^libasound2(t64)?$"',
    );
  });
});
