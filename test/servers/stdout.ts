import type { ScriptedBehaviour } from "./behaviour.ts";

const cutAt = (bytes: Buffer, at: number): number => {
  // Inside a character of two bytes or more, where there is one: that is the piece a careless reader loses.
  const inside = bytes.findIndex((byte) => byte >= 0xc2);
  return at === 1 && inside !== -1 ? inside + 1 : 0;
};

const piecesOf = (bytes: Buffer, count: number): Buffer[] => {
  const borders = new Set([0, bytes.length]);
  for (let at = 1; at < count; at += 1)
    borders.add(cutAt(bytes, at) || Math.floor((bytes.length * at) / count));
  const sorted = [...borders].sort((a, b) => a - b);
  return sorted.slice(1).map((end, at) => bytes.subarray(sorted[at], end));
};

/** Writes what comes before the first message, and gives the function that writes each finished line. */
export const openStdout = (behaviour: ScriptedBehaviour): ((line: string) => void) => {
  const { rawBeforeInit = [], rawBytes64 = [], rawBetween = "", logAsResponse, splitChunks = 1 } = behaviour;
  const end = behaviour.crlf === true ? "\r\n" : "\n";
  for (const line of rawBeforeInit) process.stdout.write(`${line}${end}`);
  for (const bytes of rawBytes64)
    process.stdout.write(Buffer.concat([Buffer.from(bytes, "base64"), Buffer.from(end)]));
  const before = `${rawBetween}${logAsResponse === undefined ? "" : `${logAsResponse}${end}`}`;
  return (line) => {
    if (before !== "") process.stdout.write(before);
    for (const piece of piecesOf(Buffer.from(`${line}${end}`), splitChunks)) process.stdout.write(piece);
  };
};
