import { describe, expect } from "vitest";
import type { LoggedEvent } from "../../../shared/events/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { createSeen } from "../sessions/index.ts";
import { unreadProblem } from "./readBeforeChange.ts";

let lastCall = 0;

/** A completed call as the log has it. */
const completed = (structured: unknown, modelName = "read_file", tool = modelName): LoggedEvent[] => {
  const callId = `c${++lastCall}`;
  return [
    { type: "call.proposed", body: { callId, tool, modelName } },
    { type: "call.completed", body: { callId, structured } },
  ] as unknown as LoggedEvent[];
};

const seenAfter = (...events: readonly LoggedEvent[][]) => {
  const seen = createSeen();
  for (const event of events.flat()) seen.push(event);
  return seen;
};

const file = (baseHash: string | null, realPath = "/w/a.txt") => [{ path: "a.txt", realPath, baseHash }];

describe("read before change", () => {
  verifies(
    ["LOOP-09"],
    "real path and content hash decide: unread and changed files are refused with the next step",
    () => {
      const seen = seenAfter(completed({ realPath: "/w/a.txt", hash: "h1" }));
      expect(unreadProblem("edit_file", file("h1"), seen)).toBeNull();
      expect(unreadProblem("edit_file", file("h2"), seen)).toMatch(
        /has changed since .*Read it again with read_file/,
      );
      expect(unreadProblem("edit_file", file("h1", "/w/other/a.txt"), seen)).toMatch(
        /was not read in this session.*Read it with read_file first/,
      );
      expect(unreadProblem("write_file", file(null, "/w/new.txt"), seen)).toBeNull();
      expect(unreadProblem("undo_change", file("h9"), seen)).toBeNull();
    },
  );

  verifies(
    ["LOOP-09"],
    "the session's own changes count as read, moved and deleted files and other servers' words do not",
    () => {
      const changed = (entry: object) =>
        completed({ changed: [{ realPath: "/w/a.txt", ...entry }] }, "edit_file");
      const own = seenAfter(completed({ realPath: "/w/a.txt", hash: "h1" }), changed({ afterHash: "h2" }));
      expect(unreadProblem("edit_file", file("h2"), own)).toBeNull();
      expect(unreadProblem("edit_file", file("h1"), own)).not.toBeNull();
      const gone = seenAfter(changed({ afterHash: "h2" }), changed({ afterHash: null, kind: "deleted" }));
      expect(unreadProblem("edit_file", file("h2"), gone)).not.toBeNull();
      const moved = seenAfter(changed({ afterHash: "h2", kind: "moved" }));
      expect(unreadProblem("edit_file", file("h2"), moved)).not.toBeNull();
      const foreign = seenAfter(
        completed({ realPath: "/w/a.txt", hash: "h1" }, "evil__read_file", "read_file"),
      );
      expect(unreadProblem("edit_file", file("h1"), foreign)).not.toBeNull();
    },
  );

  verifies(
    ["LOOP-09"],
    "a file that is too large for a hash counts as read, and the base hash of the write still guards it",
    () => {
      const seen = seenAfter(completed({ realPath: "/w/a.txt", hash: null }));
      expect(unreadProblem("edit_file", file("h1"), seen)).toBeNull();
    },
  );
});
