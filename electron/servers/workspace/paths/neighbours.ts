import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Refusal } from "../outcome/index.ts";
import { displayName } from "./display.ts";
import { relativeName, type Place } from "./locate.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Root } from "./root.ts";

const shownNames = 12;

function bigrams(text: string): Set<string> {
  const grams = new Set<string>();
  for (let i = 0; i < text.length - 1; i += 1) grams.add(text.slice(i, i + 2));
  return grams;
}

function likeness(a: string, b: string): number {
  const left = bigrams(a.toLowerCase());
  const right = bigrams(b.toLowerCase());
  let common = 0;
  for (const gram of left) if (right.has(gram)) common += 1;
  return common / Math.max(1, left.size + right.size);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((e) => !e.isDirectory() || !isPlaceholder(join(folder, e.name)))
      .map((e) => (e.isDirectory() ? `${e.name}/` : e.name));
  } catch {
    // Only a hint: a folder that cannot be listed gives none.
    return [];
  }
}

/** The name that a person would read as `wanted`, spelled with other characters (`é` as one or as two). */
function twinAdvice(names: readonly string[], wanted: string): string | undefined {
  const plain = wanted.normalize("NFC");
  const twin = names
    .map((name) => name.replace(/\/$/, ""))
    .find((name) => name !== wanted && name.normalize("NFC") === plain);
  if (twin === undefined) return undefined;
  const escaped = JSON.stringify(twin).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `The name there looks the same but is spelled with other characters: write it as ${escaped}.`;
}

/** The refusal for a file that is not there: names what is, most alike first ("no main.py here; there are …"). */
export function refuseMissing(root: Root, place: Place): Refusal {
  let folder = dirname(place.real);
  let wanted = basename(place.real);
  let names = namesIn(folder);
  while (names.length === 0 && folder !== root.real && folder.length > root.real.length) {
    wanted = basename(folder);
    folder = dirname(folder);
    names = namesIn(folder);
  }
  const ranked = names.toSorted((a, b) => likeness(b, wanted) - likeness(a, wanted) || (a < b ? -1 : 1));
  const here = relativeName(root.real, folder);
  const where = here === "." ? "the workspace root" : `${displayName(here)}/`;
  const listed = ranked.slice(0, shownNames).map(displayName).join(", ");
  const more = ranked.length > shownNames ? ` and ${ranked.length - shownNames} more` : "";
  const there = ranked.length === 0 ? `${where} is empty` : `in ${where} there are ${listed}${more}`;
  return new Refusal(
    "notFound",
    `There is no ${place.shown}; ${there}.`,
    twinAdvice(names, wanted) ?? "Use list_files to see what exists.",
  );
}
