/** One line of a bench's table. */
export interface BenchRow {
  readonly label: string;
  readonly value: number;
  readonly unit: string;
  /** Against the raw thing measured in the same run; the median of per-round ratios. */
  readonly ratio?: number;
  readonly goal?: string;
  readonly met?: boolean;
}

export interface BenchResult {
  readonly name: string;
  readonly rows: readonly BenchRow[];
}

/** The middle value; of an even count the mean of the two. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return Number.isInteger(middle) ? (at(middle - 1) + at(middle)) / 2 : at(Math.floor(middle));
};

/** The value below which 95 of 100 lie. */
export const p95 = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
};

/**
 * Runs contenders side by side: in every round each one once, in rotated order, so that drift of the machine hits all alike.
 * Gives each contender's times by round, in the unit that it returned.
 */
export const pairedRounds = async (
  rounds: number,
  contenders: Readonly<Record<string, () => Promise<number>>>,
): Promise<Record<string, number[]>> => {
  const names = Object.keys(contenders);
  const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (let at = 0; at < names.length; at++) {
      const name = names[(at + round) % names.length] ?? "";
      const taken = await contenders[name]?.();
      if (taken !== undefined) times[name]?.push(taken);
    }
  return times;
};

/** Median of the per-round ratios of two contenders. */
export const pairedRatio = (ours: readonly number[], raw: readonly number[]): number =>
  median(ours.map((value, at) => value / (raw[at] ?? Number.NaN)));
