import type { SessionSummary } from "../../../shared/session/index.ts";
import type { ShownState } from "../../design/index.ts";
import { dayGroup } from "../../format/index.ts";

/** The icon a session's line shows: what it does now, else how its last turn ended. */
export const sessionState = (session: SessionSummary): ShownState => {
  if (session.waitingCalls > 0 || session.state === "waiting") return "waiting";
  if (session.state === "running") return "running";
  if (session.state === "interrupted") return "interrupted";
  switch (session.lastReason) {
    case "answered":
      return "completed";
    case undefined:
      return "idle";
    case "stopped":
      return "cancelled";
    case "interrupted":
      return "interrupted";
    case "maxSteps":
    case "tokenBudget":
    case "costBudget":
    case "timeBudget":
    case "repeatedCall":
    case "tooManyFailures":
    case "anomaly":
    case "modelFailed":
      return "failed";
  }
};

/** The sessions whose title or folder holds every word asked for. */
export const filterSessions = (items: readonly SessionSummary[], text: string): readonly SessionSummary[] => {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return items.filter((item) => {
    const where = `${item.title}\n${item.workspacePath}`.toLowerCase();
    return words.every((word) => where.includes(word));
  });
};

export type DayGroup = ReturnType<typeof dayGroup>;

/** Sessions by day of their last change, newest first, empty groups left out. */
export const groupByDay = (
  items: readonly SessionSummary[],
  now: number,
): readonly { readonly day: DayGroup; readonly items: readonly SessionSummary[] }[] => {
  const groups: Record<DayGroup, SessionSummary[]> = { today: [], yesterday: [], week: [], older: [] };
  for (const item of items) groups[dayGroup(item.updatedAt, now)].push(item);
  return (Object.keys(groups) as DayGroup[])
    .map((day) => ({ day, items: groups[day] }))
    .filter(({ items: some }) => some.length > 0);
};
