/** What a typed limit means: a number within its bounds, "no limit", or nothing usable. */
export type ParsedLimit = { readonly ok: true; readonly value: number | null } | { readonly ok: false };

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
  /** An empty field means "no limit". */
  readonly mayBeEmpty: boolean;
}

/** Reads a number as typed, with a comma or a point, full-width digits included. */
export const parseLimit = (text: string, { min, max, isWhole, mayBeEmpty }: Bounds): ParsedLimit => {
  const plain = text.normalize("NFKC").trim().replace(",", ".");
  if (plain === "") return mayBeEmpty ? { ok: true, value: null } : { ok: false };
  if (!/^\d+(\.\d+)?$/.test(plain)) return { ok: false };
  const value = Number(plain);
  if (!Number.isFinite(value) || value < min || value > max || (isWhole && !Number.isInteger(value)))
    return { ok: false };
  return { ok: true, value };
};
