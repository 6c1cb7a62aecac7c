import { closeSync } from "node:fs";
import { formatBytes, Refusal } from "../outcome/index.ts";
import type { Place, Root } from "../paths/index.ts";
import { decodeBytes, type TextForm } from "./encoding.ts";
import { hashOf } from "./hash.ts";
import { assertRegular, openRegular } from "./openRegular.ts";
import { readAll } from "./readAll.ts";

/** Largest file that is changed by text: its whole text, twice, must pass one MCP message. */
export const editableBytes = 4 * 1024 * 1024;

/** A text file as it is on disk, ready to be changed. */
export interface Editable {
  readonly text: string;
  readonly form: TextForm;
  readonly hash: string;
}

function refuseEncoding(place: Place, badAt: number): Refusal {
  return new Refusal(
    "encoding",
    `${place.shown} is not UTF-8 (byte ${badAt} is not), so its encoding is unknown; it was left untouched.`,
    "Other encodings (GBK, Shift_JIS, Latin-1, …) cannot be edited yet without damage. Convert it first with run_command, " +
      "for example: iconv -f GB18030 -t UTF-8 FILE > FILE.new",
  );
}

function checkWritable(place: Place, mode: number, links: number): void {
  if (links > 1) {
    throw new Refusal(
      "denied",
      `${place.shown} is one of ${links} hard links to the same file; changing it would change or split the others.`,
      "If that is meant, make it a file of its own first with run_command: cp -p FILE FILE.new && mv FILE.new FILE",
    );
  }
  if ((mode & 0o222) !== 0) return;
  const octal = (mode & 0o777).toString(8).padStart(4, "0");
  throw new Refusal(
    "denied",
    `${place.shown} is read-only (mode ${octal}).`,
    "If it may be changed, make it writable first with run_command: chmod u+w FILE",
  );
}

/**
 * Loads a file for a change; null when it does not exist.
 * @throws Refusal `isDirectory`, `special`, `denied` (read-only, hard links), `tooLarge`, `notText`, `encoding`
 */
export function loadEditable(root: Root, place: Place): Editable | null {
  if (place.stat === undefined) return null;
  const stat = assertRegular(root, place);
  checkWritable(place, stat.mode, stat.nlink);
  if (stat.size > editableBytes) {
    throw new Refusal(
      "tooLarge",
      `${place.shown} is ${formatBytes(stat.size)}; files up to ${formatBytes(editableBytes)} can be changed as text.`,
      "Change it with run_command, for example with sed -i.",
    );
  }
  const file = openRegular(root, place);
  try {
    const bytes = readAll(file.fd, file.stat.size);
    const decoded = decodeBytes(bytes);
    if (decoded.kind === "text") return { text: decoded.text, form: decoded.form, hash: hashOf(bytes) };
    if (decoded.kind === "otherEncoding") throw refuseEncoding(place, decoded.badAt);
    throw new Refusal(
      "notText",
      `${place.shown} is a binary file; it cannot be changed as text.`,
      "Use run_command for it.",
    );
  } finally {
    closeSync(file.fd);
  }
}
