import type { ProtocolEntry } from "../../../../shared/contract/index.ts";

/** What a person wants to see of the traffic; empty texts do not filter. */
export interface ProtocolFilter {
  readonly direction: "both" | "in" | "out";
  readonly method: string;
  readonly text: string;
}

/** The entries that fit; the text is looked for in message and number, without regard to case. */
export const filterProtocol = (
  entries: readonly ProtocolEntry[],
  { direction, method, text }: ProtocolFilter,
): ProtocolEntry[] => {
  const wanted = text.trim().toLowerCase();
  return entries.filter(
    (entry) =>
      (direction === "both" || entry.direction === direction) &&
      (method === "" || entry.method === method) &&
      (wanted === "" || entry.text.toLowerCase().includes(wanted) || entry.id === wanted),
  );
};
