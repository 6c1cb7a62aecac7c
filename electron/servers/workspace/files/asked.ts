import { z } from "zod";
import type { Place } from "../paths/index.ts";
import { checkBaseHash } from "./baseHash.ts";
import type { Editable, Told } from "./editable.ts";
import { formNamed, plainForm, type TextForm } from "./encoding/index.ts";

/** Parameters that every tool which changes a file's text has. */
export const askedShape = {
  encoding: z
    .string()
    .optional()
    .meta({
      description:
        "Only if reading shows a wrong guess: the file's encoding, such as gbk, gb18030, shift_jis, big5, windows-1252, utf-16le.",
      examples: ["gbk"],
    }),
  base_hash: z
    .string()
    .optional()
    .meta({
      description: "Hash that read_file said: the call fails if the file is another version by now.",
      examples: ["3f1c9a2b77de"],
    }),
};

/** What a caller asks of a change beside its text. */
export interface Asked {
  readonly encoding: TextForm | null;
  readonly baseHash: string | null;
  /** True where a file in another encoding may be replaced as a whole. */
  readonly mayConvert: boolean;
}

/** @throws Refusal `invalidInput` for an encoding that is not known */
export function askedOf(
  input: { readonly encoding?: string | undefined; readonly base_hash?: string | undefined },
  mayConvert: boolean,
): Asked {
  const encoding = input.encoding === undefined ? null : formNamed(input.encoding);
  return { encoding, baseHash: input.base_hash ?? null, mayConvert };
}

/** How the present file is to be decoded. */
export function toldBy(asked: Asked): Told | null {
  if (asked.encoding === null) return null;
  return { encoding: asked.encoding.encoding, mayDiffer: asked.mayConvert };
}

/** The form to write: the file's own, unless the caller asked for another; a mark that is there stays. */
export function formToWrite(asked: Asked, current: Editable | null): TextForm {
  if (current === null) return asked.encoding ?? plainForm;
  if (asked.encoding === null || !asked.mayConvert) return current.form;
  const isSame = asked.encoding.encoding === current.form.encoding;
  const addsMark = asked.encoding.hasBom && asked.encoding.encoding === "utf-8";
  return isSame && !addsMark ? current.form : asked.encoding;
}

/** @throws Refusal `stale` when the file is not the version the caller read */
export function checkVersion(asked: Asked, place: Place, current: Editable | null): void {
  if (asked.baseHash !== null) checkBaseHash(place, asked.baseHash, current?.hash ?? null);
}
