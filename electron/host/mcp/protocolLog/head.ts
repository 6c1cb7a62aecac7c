/**
 * The first `chars` characters as a text of its own: a slice would keep the whole long text alive for as long as the slice lives.
 * A pair of surrogates is not cut.
 */
export const takeHead = (text: string, chars: number): string =>
  Buffer.from(text.slice(0, chars), "utf16le").toString("utf16le").toWellFormed();
