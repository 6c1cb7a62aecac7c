import {
  fail,
  ok,
  type Failure,
  type Hunk,
  type Output,
  type Result,
  type SessionId,
  type TurnId,
  type TurnReview,
} from "../../../shared/contract/index.ts";
import type { ServerManager } from "../mcp/index.ts";
import type { NewId } from "../ports.ts";
import { draft, type LiveSession, type SessionStore } from "../sessions/index.ts";
import type { Workspaces } from "../workspaces/index.ts";
import { changesOf } from "./changes.ts";
import { revertFile } from "./revert.ts";
import { unknownText } from "./text.ts";

/** What changed by itself in a turn, and how a person takes it back (GOV-02). */
export interface Reviews {
  read(sessionId: SessionId, turnId: TurnId): Promise<Result<TurnReview>>;
  revert(
    sessionId: SessionId,
    turnId: TurnId,
    files: readonly { path: string; afterHash: string; hunks?: readonly Hunk[] | undefined }[],
  ): Promise<Result<Output<"review.revert">>>;
}

/** What the room is made of. */
export interface ReviewPorts {
  readonly store: SessionStore;
  readonly servers: Pick<ServerManager, "call" | "tools" | "openWorkspace">;
  readonly workspaces: Pick<Workspaces, "open">;
  readonly redact: <T>(value: T) => T;
  readonly newId: NewId;
}

const unknownTurn = (): Result<never> =>
  fail("notFound", "The log holds no such turn. Open the session again.", { key: "turnUnknown" });

const notPart = (path: string): Failure =>
  fail("notFound", `${path} is not among the changes that this turn made by itself.`, {
    key: "reviewNotPart",
    params: { path },
  }).error;

interface Found {
  readonly session: LiveSession;
  readonly turnId: TurnId;
  readonly startSeq: number | undefined;
}

const changesIn = ({ session, turnId, startSeq }: Found) =>
  changesOf(session.events(startSeq === undefined ? 0 : startSeq - 1), turnId);

/** Closes the reverts that a dead host left without an outcome. */
const closeLeft = async (session: LiveSession): Promise<void> => {
  const drafts = session.state().turns.flatMap(({ turnId, reverts }) =>
    (reverts ?? [])
      .filter((item) => item.state === "running")
      .map(({ revertId, path }) =>
        draft("review.revertFailed", {
          revertId,
          turnId,
          path,
          code: "interrupted",
          isUnknown: true,
          text: unknownText(path),
        }),
      ),
  );
  if (drafts.length > 0) await session.append(drafts);
};

/** The workspace server must run, and its folder be there. */
const ready = async (ports: ReviewPorts, session: LiveSession): Promise<Result<null>> => {
  const { workspaceId, workspacePath } = session.state();
  const opened = await ports.workspaces.open(workspacePath);
  if (!opened.ok) return opened;
  const server = await ports.servers.openWorkspace(workspaceId, workspacePath);
  return server.ok ? ok(null) : server;
};

type AskedFiles = Parameters<Reviews["revert"]>[2];

const revertFiles = async (
  ports: ReviewPorts,
  found: Found,
  asked: AskedFiles,
): Promise<Output<"review.revert">> => {
  const { session, turnId } = found;
  const files = new Map(changesIn(found).files.map((file) => [file.path, file]));
  const reverted: string[] = [];
  const failed: { path: string; error: Failure }[] = [];
  for (const { path, afterHash, hunks } of asked) {
    const file = files.get(path);
    const tools = ports.servers.tools(session.state().workspaceId);
    const done = file
      ? await revertFile({ ...ports, session, tools }, { turnId, file, afterHash, hunks })
      : ({ ok: false, error: notPart(path) } as const);
    if (done.ok) reverted.push(path);
    else failed.push({ path, error: done.error });
  }
  return { reverted, failed };
};

/** Makes the room. */
export const createReviews = (ports: ReviewPorts): Reviews => {
  /** Sessions in which this host is reverting; an unfinished revert of any other is one that a dead host left. */
  const busy = new Set<SessionId>();

  const find = (sessionId: SessionId, turnId: TurnId): Found | undefined => {
    const session = ports.store.get(sessionId);
    const turn = session?.state().turns.find((item) => item.turnId === turnId);
    return session && turn ? { session, turnId, startSeq: turn.startSeq } : undefined;
  };

  return {
    read: async (sessionId, turnId) => {
      const found = find(sessionId, turnId);
      if (!found) return unknownTurn();
      if (!busy.has(sessionId)) await closeLeft(found.session);
      return ok({ turnId, ...changesIn(found) });
    },
    revert: async (sessionId, turnId, asked) => {
      const found = find(sessionId, turnId);
      if (!found) return unknownTurn();
      if (busy.has(sessionId))
        return fail("conflict", "Another revert of this session is under way. Try again when it is done.", {
          key: "reviewBusy",
        });
      busy.add(sessionId);
      try {
        const isReady = await ready(ports, found.session);
        if (!isReady.ok) return isReady;
        await closeLeft(found.session);
        return ok(await revertFiles(ports, found, asked));
      } finally {
        busy.delete(sessionId);
      }
    },
  };
};
