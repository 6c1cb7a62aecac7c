import { fail, ok, type Handlers } from "../../../shared/contract/index.ts";
import { exportFileName } from "../log/index.ts";
import type { Rooms } from "./rooms.ts";

const laterFormat = (format: string) =>
  fail("notAvailable", `Export as ${format} is not available in this version yet. Use json or markdown.`, {
    key: "notAvailable",
    params: { what: format },
  });

/** The audit view: everything reads in the log's worker and never holds a session back. */
export const auditHandlers = ({ log, store }: Rooms) =>
  ({
    "audit.query": async (filter) => ok(await log.query(filter)),
    "audit.search": async (request) => ok(await log.search(request)),
    "audit.verify": async ({ sessionId }) => ok(await log.verify(sessionId)),
    "audit.export": async ({ sessionId, format, path }) => {
      if (format !== "json" && format !== "markdown") return laterFormat(format);
      return ok(
        await log.exportLog({
          format,
          ...(sessionId === undefined ? {} : { sessionId }),
          ...(path === undefined ? {} : { path }),
        }),
      );
    },
    "trajectory.export": async ({ sessionId, format, path }) => {
      if (format !== "json" && format !== "markdown") return laterFormat(format);
      const session = store.get(sessionId);
      if (!session)
        return fail("notFound", "There is no such session. Choose one from the list.", {
          key: "sessionUnknown",
        });
      const { events: _, ...written } = await log.exportLog({
        sessionId,
        format,
        ...(path === undefined ? {} : { path }),
      });
      return ok({ ...written, fileName: exportFileName(session.state().title, format) });
    },
  }) satisfies Partial<Handlers>;
