const kept = new Map<string, Intl.DateTimeFormat>();

/** Month, day and time to the second, the same width in every row. */
export const formatAuditTime = (at: number, language: string): string => {
  let format = kept.get(language);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(language, {
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    kept.set(language, format);
  }
  return format.format(at);
};
