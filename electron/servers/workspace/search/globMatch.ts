import picomatch from "picomatch";
import { Refusal } from "../outcome/index.ts";

/** Whether a path (relative to the searched folder) fits. */
export type PathTest = (path: string) => boolean;

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/**
 * The test of a glob. A glob without a slash is matched against the name alone, at any depth; a path or name that is
 * spelled exactly like the glob always fits, so that `a[1].md` finds the file of that name.
 * @throws Refusal `invalidInput`
 */
export function globTest(glob: string, isCaseIgnored: boolean): PathTest {
  const pattern = glob.replace(/^(?:\.\/)+/, "");
  if (/^\/|^[a-z]:[\\/]|(?:^|\/)\.\.(?:\/|$)/i.test(pattern)) {
    const inner = pattern.replace(/^\/+|^[a-z]:[\\/]/i, "").replaceAll(/(?:^|\/)\.\.(?=\/|$)/g, "");
    throw new Refusal(
      "invalidInput",
      `glob ${JSON.stringify(glob)} leads out of the workspace: a glob is relative to path.`,
      `Example: {"glob": ${JSON.stringify(inner.replace(/^\/+/, "") || "*")}}.`,
    );
  }
  if (pattern.includes("\0")) throw new Refusal("invalidInput", "glob cannot contain a NUL character.");
  const isName = !pattern.includes("/");
  // Dot all: a legal name may hold a line break.
  const fits = picomatch(pattern, { dot: true, windows: false, flags: isCaseIgnored ? "si" : "s" });
  return (path) => {
    const subject = isName ? nameOf(path) : path;
    return subject === pattern || fits(subject);
  };
}

/** The longest run of plain characters in a glob, to look for names that are near when nothing fits. */
export function literalPart(glob: string): string {
  const parts = nameOf(glob)
    .split(/[*?[\]{},()!\\]+/)
    .toSorted((a, b) => b.length - a.length);
  return (parts[0] ?? "").replace(/^\.+|\.+$/g, "").toLowerCase();
}
