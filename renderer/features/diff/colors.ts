/** A colour as the editor wants it, `#rrggbbaa`, from what the browser computed: `rgb()`, `color(srgb …)` or hex. */
export const hexOf = (computed: string): string => {
  const text = computed.trim();
  if (/^#[0-9a-f]{6,8}$/i.test(text)) return text;
  const numbers = text.match(/-?[\d.]+(?:e-?\d+)?%?/gi) ?? [];
  const isUnit = text.startsWith("color(");
  const value = (part: string | undefined, scale: number): number =>
    part?.endsWith("%") === true ? Number.parseFloat(part) / 100 : Number.parseFloat(part ?? "0") / scale;
  const [r, g, b] = [0, 1, 2].map((at) => value(numbers[at], isUnit ? 1 : 255));
  const alpha = numbers[3] === undefined ? 1 : value(numbers[3], 1);
  const byte = (share: number | undefined): string =>
    Math.round(Math.min(1, Math.max(0, share ?? 0)) * 255)
      .toString(16)
      .padStart(2, "0");
  return `#${byte(r)}${byte(g)}${byte(b)}${alpha === 1 ? "" : byte(alpha)}`;
};
