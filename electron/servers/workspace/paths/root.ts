import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { Refusal } from "../outcome/index.ts";

/** The workspace root: as it was given, and as the file system knows it (links resolved). */
export interface Root {
  readonly given: string;
  readonly real: string;
}

/** @throws Refusal `notFound` when there is no such folder */
export function openRoot(folder: string): Root {
  const given = resolve(folder);
  try {
    const real = realpathSync.native(given);
    if (statSync(real).isDirectory()) return { given, real };
  } catch (cause) {
    throw new Refusal(
      "notFound",
      `There is no folder ${given}.`,
      "Give an existing folder as --root.",
      cause,
    );
  }
  throw new Refusal("notFound", `${given} is not a folder.`, "Give an existing folder as --root.");
}
