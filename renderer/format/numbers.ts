/** Formatters by language and options: making one costs more than using it a thousand times. */
const kept = new Map<string, Intl.NumberFormat>();

/** A number in the language's own way. */
export const formatNumber = (
  value: number,
  language: string,
  options: Intl.NumberFormatOptions = {},
): string => {
  const key = `${language} ${JSON.stringify(options)}`;
  let format = kept.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, options);
    kept.set(key, format);
  }
  return format.format(value);
};

/** A size: bytes, then KB, MB, GB of 1,024, with at most one digit after the point below 100. */
export const formatBytes = (bytes: number, language: string): string => {
  const units = ["B", "KB", "MB", "GB"];
  let value = bytes;
  let at = 0;
  while (value >= 1024 && at < units.length - 1) {
    value /= 1024;
    at += 1;
  }
  const digits = at === 0 || value >= 100 ? 0 : 1;
  return `${formatNumber(value, language, { maximumFractionDigits: digits })} ${units[at] ?? ""}`;
};

/** Tokens in short: `1.2k`, `3.4M`; below a thousand the number itself. */
export const formatTokens = (tokens: number, language: string): string => {
  if (tokens < 1000) return formatNumber(tokens, language);
  const [value, unit] = tokens < 1_000_000 ? [tokens / 1000, "k"] : [tokens / 1_000_000, "M"];
  return `${formatNumber(value, language, { maximumFractionDigits: value < 100 ? 1 : 0 })}${unit}`;
};

/** Dollars: two digits, four below one cent. */
export const formatUsd = (usd: number, language: string): string =>
  formatNumber(usd, language, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: 2,
    maximumFractionDigits: usd > 0 && usd < 0.01 ? 4 : 2,
  });

/** A share between 0 and 1 as whole per cent. */
export const formatPercent = (share: number, language: string): string =>
  formatNumber(share, language, { style: "percent", maximumFractionDigits: 0 });
