import { formatNumber } from "./numbers.ts";

const isChinese = (language: string): boolean => language.toLowerCase().startsWith("zh");

/** Where a figure or a Latin word meets a Chinese one, with the space that our texts have there (glossary) and Intl has not. */
export const spaced = (text: string): string =>
  text.replace(/(?<=[\p{Nd}A-Za-z])(?=\p{Script=Han})|(?<=\p{Script=Han})(?=[\p{Nd}A-Za-z])/gu, " ");

/** A length of time in milliseconds: `12 ms`, `2.1 s`, `3 min 5 s`, `2 min`, `1 h 4 min`. */
export const formatDuration = (ms: number, language: string): string => {
  const words = isChinese(language)
    ? { ms: "毫秒", s: "秒", min: "分", h: "小时" }
    : { ms: "ms", s: "s", min: "min", h: "h" };
  if (ms < 999.5) return `${formatNumber(Math.round(ms), language)} ${words.ms}`;
  if (ms < 59_500) {
    const digits = ms < 9950 ? 1 : 0;
    return `${formatNumber(ms / 1000, language, { maximumFractionDigits: digits })} ${words.s}`;
  }
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const both = (large: string, rest: number, small: string): string =>
    rest === 0 ? large : `${large} ${rest} ${small}`;
  if (minutes < 60) return both(`${minutes} ${words.min}`, seconds % 60, words.s);
  return both(`${formatNumber(Math.floor(minutes / 60), language)} ${words.h}`, minutes % 60, words.min);
};

/** `at` seen from `now`, both in milliseconds: `now`, `5 min ago`, `yesterday`, and a date after a week. */
export const formatTimeAgo = (at: number, now: number, language: string): string => {
  const relative = new Intl.RelativeTimeFormat(language, {
    numeric: "auto",
    style: isChinese(language) ? "long" : "narrow",
  });
  const seconds = Math.round((now - at) / 1000);
  const ago = (count: number, unit: Intl.RelativeTimeFormatUnit): string =>
    spaced(relative.format(-count, unit));
  if (seconds < 45) return ago(0, "second");
  if (seconds < 3600) return ago(Math.max(1, Math.round(seconds / 60)), "minute");
  if (seconds < 86_400) return ago(Math.round(seconds / 3600), "hour");
  if (seconds < 7 * 86_400) return ago(Math.round(seconds / 86_400), "day");
  return spaced(new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(at));
};

/** Date and time to the second. */
export const formatDateTime = (at: number, language: string): string =>
  spaced(new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" }).format(at));

/** Time of day to the second, 24 hours. */
export const formatClock = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  }).format(at);

/** Which group of a list by day `at` belongs to, seen from `now`, in the person's own time zone. */
export const dayGroup = (at: number, now: number): "today" | "yesterday" | "week" | "older" => {
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  const today = start.getTime();
  if (at >= today) return "today";
  start.setDate(start.getDate() - 1);
  if (at >= start.getTime()) return "yesterday";
  start.setDate(start.getDate() - 6);
  return at >= start.getTime() ? "week" : "older";
};
