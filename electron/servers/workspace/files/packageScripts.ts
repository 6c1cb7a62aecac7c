import { basename } from "node:path";

function scriptsOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text === "" ? "{}" : text);
    if (typeof value !== "object" || value === null || !("scripts" in value)) return "";
    return JSON.stringify(value.scripts) ?? "";
  } catch {
    // Not JSON as it stands: then nothing is known of its scripts, and the raw text is compared.
    return text;
  }
}

/** True when a change of `package.json` touches what npm would run. */
export function scriptsDiffer(path: string, before: string, after: string): boolean {
  if (basename(path).toLowerCase() !== "package.json") return false;
  return scriptsOf(before) !== scriptsOf(after);
}
