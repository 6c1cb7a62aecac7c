import { dataImageSize } from "../../markdown/index.ts";

/** A picture that may be drawn: where its bytes are and how large it is. */
export interface Picture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Longest data that is drawn, in characters of base64 (about 1.5 MB of picture). */
const MAX_CHARS = 2_000_000;
/** Most pixels a picture may unpack to: a few bytes can claim a picture that takes gigabytes. */
const MAX_PIXELS = 16_000_000;

type Size = Omit<Picture, "url">;

const word = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
const letters = (bytes: Uint8Array, at: number, count: number): string =>
  String.fromCharCode(...bytes.slice(at, at + count));

const gifSize = (bytes: Uint8Array): Size | undefined =>
  /^GIF8[79]a$/u.test(letters(bytes, 0, 6)) ? { width: word(bytes, 6), height: word(bytes, 8) } : undefined;

const webpSize = (bytes: Uint8Array): Size | undefined => {
  if (letters(bytes, 0, 4) !== "RIFF" || letters(bytes, 8, 4) !== "WEBP" || bytes.length < 30)
    return undefined;
  switch (letters(bytes, 12, 4)) {
    case "VP8X": {
      const long = (at: number): number => 1 + word(bytes, at) + ((bytes[at + 2] ?? 0) << 16);
      return { width: long(24), height: long(27) };
    }
    case "VP8 ":
      return { width: word(bytes, 26) & 0x3fff, height: word(bytes, 28) & 0x3fff };
    case "VP8L": {
      const bits = word(bytes, 21) + word(bytes, 23) * 65_536;
      return { width: 1 + (bits & 0x3fff), height: 1 + (Math.floor(bits / 16_384) & 0x3fff) };
    }
    default:
      return undefined;
  }
};

const otherSize = (base64: string): Size | undefined => {
  try {
    // The size stands in the first bytes.
    const bytes = Uint8Array.from(atob(base64.slice(0, 400)), (char) => char.charCodeAt(0));
    return gifSize(bytes) ?? webpSize(bytes);
  } catch {
    return undefined;
  }
};

/** The picture in a server's data: PNG, JPEG, GIF or WebP that is what it says and not too large; else undefined. */
export const pictureOf = (mimeType: string, data: string): Picture | undefined => {
  const type = /^image\/(png|jpeg|gif|webp)$/u.exec(mimeType.toLowerCase())?.[1];
  if (type === undefined || data.length > MAX_CHARS || !/^[A-Za-z0-9+/]+={0,2}$/u.test(data))
    return undefined;
  const url = `data:image/${type};base64,${data}`;
  const size = type === "png" || type === "jpeg" ? dataImageSize(url) : otherSize(data);
  if (size === undefined || size.width === 0 || size.height === 0) return undefined;
  return size.width * size.height <= MAX_PIXELS ? { url, ...size } : undefined;
};
