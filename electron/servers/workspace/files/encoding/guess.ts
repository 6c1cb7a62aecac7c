import { analyse } from "chardet";
import type { Encoding } from "./names.ts";
import { gbkPlausibility, latinPlausibility, sjisPlausibility } from "./plausibility.ts";

/** Encodings that the statistics of `chardet` name, what they need to be believed, and how much they then count. */
const byStatistics = new Map<string, { encoding: Encoding; needs: number; weight: number }>([
  ["Big5", { encoding: "big5", needs: 90, weight: 1 }],
  ["EUC-KR", { encoding: "euc-kr", needs: 90, weight: 1.1 }],
  ["EUC-JP", { encoding: "euc-jp", needs: 90, weight: 1 }],
  ["windows-1251", { encoding: "windows-1251", needs: 35, weight: 0.9 }],
  ["KOI8-R", { encoding: "koi8-r", needs: 35, weight: 0.9 }],
]);
const sampled = 64 * 1024;
/** Another candidate this close is one a person might have meant. */
const closeBy = 0.35;

interface Candidate {
  readonly encoding: Encoding;
  readonly score: number;
}

function sampleOf(bytes: Buffer): Buffer {
  const at = bytes.findIndex((byte) => byte >= 0x80);
  return bytes.subarray(Math.max(0, at - 16), Math.max(0, at - 16) + sampled);
}

function fourByteGb(bytes: Buffer): boolean {
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const trail = bytes[at + 1] ?? 0;
    if (trail <= 0x39) return true;
    at += 1;
  }
  return false;
}

function candidatesOf(sample: Buffer): Candidate[] {
  const found: Candidate[] = [];
  const add = (encoding: Encoding, score: number | null): void => {
    if (score !== null) found.push({ encoding, score });
  };
  add(fourByteGb(sample) ? "gb18030" : "gbk", gbkPlausibility(sample));
  add("shift_jis", sjisPlausibility(sample));
  add("windows-1252", latinPlausibility(sample));
  const [top] = analyse(sample);
  const known = top === undefined ? undefined : byStatistics.get(top.name);
  if (top !== undefined && known !== undefined && top.confidence >= known.needs)
    add(known.encoding, known.weight);
  return found.toSorted((a, b) => b.score - a.score);
}

/** The encodings that bytes which are not UTF-8 may be in, likeliest first; `isClose` marks those hard to tell apart. */
export function guessLegacy(
  bytes: Buffer,
): readonly { readonly encoding: Encoding; readonly isClose: boolean }[] {
  const found = candidatesOf(sampleOf(bytes));
  const best = found[0]?.score ?? 0;
  return found.map(({ encoding, score }) => ({ encoding, isClose: best - score <= closeBy }));
}
