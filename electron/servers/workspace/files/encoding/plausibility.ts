/**
 * How much a run of bytes looks like text of an encoding: the mean over its characters beyond ASCII, about 1 for
 * everyday text and 0 or less for accidents; null when the bytes are not of this encoding at all. Ranges are those of the
 * standards: GB 2312 puts the 3,755 most used characters in rows B0–D7, JIS X 0208 kana in 82–83 and the most used
 * kanji in 88–97 of Shift_JIS.
 */
export type Plausibility = (bytes: Buffer) => number | null;

type Weigh = (lead: number, trail: number) => number;

function meanOf(total: number, count: number): number {
  return count === 0 ? 0 : total / count;
}

const weighGbk: Weigh = (lead, trail) => {
  if (trail < 0xa1 || lead < 0xa1) return -0.6;
  if (lead <= 0xa3) return 0.8;
  if (lead <= 0xaf) return 0.3;
  if (lead <= 0xd7) return 1;
  return lead <= 0xf7 ? 0.2 : -0.6;
};

/** GBK, with the four-byte characters of GB18030. A cut last character is no fault. */
export const gbkPlausibility: Plausibility = (bytes) => {
  let total = 0;
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1];
    if (lead === 0x80 || lead === 0xff) return null;
    if (trail === undefined) break;
    count += 1;
    if (trail >= 0x30 && trail <= 0x39) {
      const third = bytes[at + 2] ?? 0x81;
      if (third < 0x81 || third > 0xfe) return null;
      at += 3;
      continue;
    }
    if (trail < 0x40 || trail === 0x7f || trail === 0xff) return null;
    total += weighGbk(lead, trail);
    at += 1;
  }
  return meanOf(total, count);
};

const weighSjis: Weigh = (lead, trail) => {
  if (lead === 0x82) return trail >= 0x9f ? 1 : 0.6;
  if (lead === 0x83) return trail <= 0x96 ? 1 : 0.3;
  if (lead === 0x81) return 0.8;
  return lead >= 0x88 && lead <= 0x97 ? 0.8 : 0;
};

/** Shift_JIS as Windows writes it. Half-width katakana count little: nearly any bytes read as some. */
export const sjisPlausibility: Plausibility = (bytes) => {
  let total = 0;
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    if (lead === 0x80 || lead === 0xa0 || lead > 0xfc) return null;
    count += 1;
    if (lead >= 0xa1 && lead <= 0xdf) {
      total += 0.1;
      continue;
    }
    const trail = bytes[at + 1];
    if (trail === undefined) break;
    if (trail < 0x40 || trail === 0x7f || trail > 0xfc) return null;
    total += weighSjis(lead, trail);
    at += 1;
  }
  return meanOf(total, count);
};

const isAsciiLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
const latinLetters = new Set([0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e, 0x9f]);
const isLatinLetter = (byte: number): boolean =>
  (byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7) || latinLetters.has(byte);
const marks = Buffer.from("8085919293949697999da0a1a3a7a9abaeb0b1b2b3b4b5b7bbbcbdbebf", "hex");

function weighLatin(byte: number, before: number, after: number): number {
  const touchesHigh = before >= 0x80 || after >= 0x80;
  if (isLatinLetter(byte)) {
    if (!isAsciiLetter(before) && !isAsciiLetter(after)) return touchesHigh ? -0.2 : 0.2;
    return touchesHigh ? 0.4 : 0.9;
  }
  return marks.includes(byte) && !touchesHigh ? 0.6 : 0;
}

/** Windows-1252: accented letters stand among plain ones, signs stand alone. */
export const latinPlausibility: Plausibility = (bytes) => {
  let total = 0;
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    if (byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d) return null;
    count += 1;
    total += weighLatin(byte, bytes[at - 1] ?? 0, bytes[at + 1] ?? 0);
  }
  return meanOf(total, count);
};
