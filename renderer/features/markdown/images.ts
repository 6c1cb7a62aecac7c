/** Longest data URL that is shown, in characters (about 1.5 MB of picture). */
const MAX_CHARS = 2_000_000;
/** Most pixels a picture may unpack to: a few bytes can claim a picture that takes gigabytes. */
const MAX_PIXELS = 16_000_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

const wordAt = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

const pngSize = (bytes: Uint8Array): Size | undefined => {
  if (wordAt(bytes, 0) !== 0x8950 || bytes.length < 24) return undefined;
  const long = (at: number): number => wordAt(bytes, at) * 65_536 + wordAt(bytes, at + 2);
  return { width: long(16), height: long(20) };
};

const jpegSize = (bytes: Uint8Array): Size | undefined => {
  if (wordAt(bytes, 0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: wordAt(bytes, at + 5), width: wordAt(bytes, at + 7) };
    at += 2 + wordAt(bytes, at + 2);
  }
  return undefined;
};

/** The size of a PNG or JPEG given as a data URL; `undefined` when it is anything else, too large, or claims too many pixels. */
export const dataImageSize = (url: string): Size | undefined => {
  const head = /^data:image\/(?:png|jpeg);base64,/i.exec(url)?.[0];
  if (head === undefined || url.length > MAX_CHARS) return undefined;
  try {
    const bytes = Uint8Array.from(atob(url.slice(head.length)), (char) => char.charCodeAt(0));
    const size = pngSize(bytes) ?? jpegSize(bytes);
    if (size === undefined || size.width === 0 || size.height === 0) return undefined;
    return size.width * size.height <= MAX_PIXELS ? size : undefined;
  } catch {
    // Not base64: then it is no picture either.
    return undefined;
  }
};
