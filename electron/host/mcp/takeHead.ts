/**
 * The first `chars` characters as a text of its own: a slice would keep the whole long text alive for as long as the slice lives.
 * A pair of surrogates is not cut. By way of UTF-8, so that plain text stays one byte a character.
 */
export const takeHead = (text: string, chars: number): string =>
  Buffer.from(text.slice(0, chars).toWellFormed()).toString();
