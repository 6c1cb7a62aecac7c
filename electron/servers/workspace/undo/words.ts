import type { ChangeRecord } from "../changes/index.ts";

/** When a change was made, by the clock of this machine: "2026-03-01 14:05:09". */
export function timeOf(record: ChangeRecord): string {
  const at = new Date(record.at);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
