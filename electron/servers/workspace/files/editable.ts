import { closeSync } from "node:fs";
import { formatBytes, Refusal } from "../outcome/index.ts";
import { refuseHeld, type Place, type Root } from "../paths/index.ts";
import {
  bomLength,
  decodeFile,
  encodeAs,
  encodingName,
  firstInvalidUtf8,
  isUnicode,
  type Decoded,
  type Encoding,
  type Reading,
  type TextForm,
} from "./encoding/index.ts";
import { hashOf } from "./hash.ts";
import { assertRegular, openRegular } from "./openRegular.ts";
import { readAll } from "./readAll.ts";
import { linksBesideLeftovers } from "./temporaryFiles.ts";

/** Largest file that is changed by text: its whole text, twice, must pass one MCP message. */
export const editableBytes = 4 * 1024 * 1024;

/** A text file as it is on disk, ready to be changed. */
export interface Editable {
  readonly text: string;
  readonly bytes: Buffer;
  readonly form: TextForm;
  readonly reading: Reading;
  readonly hash: string;
}

const asciiWay =
  "To change plain ASCII text in it, pass encoding: iso-8859-1, which takes any bytes and keeps those you do not change.";

function refuseMisfit(place: Place, bytes: Buffer, told: Encoding | undefined): Refusal {
  if (told !== undefined) {
    const name = encodingName({ encoding: told, hasBom: false });
    return new Refusal(
      "encoding",
      `${place.shown} cannot be read as ${name}: some of its bytes are no ${name}; it was left untouched.`,
      "Leave encoding out to let it be found, or name another one.",
    );
  }
  return new Refusal(
    "encoding",
    `${place.shown} is not UTF-8 (byte ${firstInvalidUtf8(bytes)} is not) and fits no other encoding from end to end; it was left untouched.`,
    `If you know its encoding, pass it as encoding. ${asciiWay}`,
  );
}

/** A text that would not come back as the same bytes is not changed: something else in it would be lost. */
function checkExact(place: Place, bytes: Buffer, text: string, form: TextForm): void {
  if (form.encoding === "utf-8") return;
  const isExact = isUnicode(form.encoding)
    ? text.isWellFormed()
    : encodeAs(text, form.encoding)?.equals(bytes.subarray(bomLength(form))) === true;
  if (isExact) return;
  const name = encodingName(form);
  throw new Refusal(
    "encoding",
    `${place.shown} reads as ${name}, but has bytes that ${name} would write differently; it was left untouched.`,
    isUnicode(form.encoding) ? "Change it with run_command." : asciiWay,
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

/** How a file is to be decoded for a change. */
export interface Told {
  readonly encoding: Encoding;
  /** True where a file in another encoding may be replaced: it is then read in its own. */
  readonly mayDiffer: boolean;
}

function decoded(bytes: Buffer, told: Told | null): Decoded {
  if (told === null) return decodeFile(bytes);
  const asTold = decodeFile(bytes, told.encoding);
  return asTold.kind === "misfit" && told.mayDiffer ? decodeFile(bytes) : asTold;
}

/**
 * Loads a file for a change; null when it does not exist.
 * @throws Refusal `isDirectory`, `special`, `denied` (read-only, hard links), `tooLarge`, `notText`, `encoding`
 */
export function loadEditable(root: Root, place: Place, told: Told | null = null): Editable | null {
  if (place.stat === undefined) {
    refuseHeld(place);
    return null;
  }
  const stat = assertRegular(root, place);
  checkWritable(place, stat.mode, stat.nlink > 1 ? linksBesideLeftovers(place.real, stat) : stat.nlink);
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
    const found = decoded(bytes, told);
    if (found.kind === "misfit") throw refuseMisfit(place, bytes, told?.encoding);
    if (found.kind === "binary") {
      throw new Refusal(
        "notText",
        `${place.shown} is a binary file; it cannot be changed as text.`,
        "Use run_command for it.",
      );
    }
    const { text, reading } = found;
    checkExact(place, bytes, text, reading.form);
    return { text, bytes, form: reading.form, reading, hash: hashOf(bytes) };
  } finally {
    closeSync(file.fd);
  }
}
