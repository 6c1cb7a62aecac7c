import {
  fail,
  ok,
  type Failure,
  type FilePreview,
  type Hunk,
  type JsonObject,
  type Result,
  type ReviewFile,
  type TurnId,
} from "../../../shared/contract/index.ts";
import type { ServerManager, ToolEntry, ToolResult } from "../mcp/index.ts";
import type { NewId } from "../ports.ts";
import { draft, type LiveSession } from "../sessions/index.ts";
import { withoutHunks } from "./hunks.ts";
import { revertedText, unknownText } from "./text.ts";

/** What one revert needs. */
export interface RevertPorts {
  readonly session: LiveSession;
  readonly servers: Pick<ServerManager, "call">;
  /** The tools of the session's running workspace server. */
  readonly tools: readonly ToolEntry[];
  readonly redact: <T>(value: T) => T;
  readonly newId: NewId;
}

interface Asked {
  readonly turnId: TurnId;
  readonly file: ReviewFile;
  /** What the page saw. */
  readonly afterHash: string;
  readonly hunks: readonly Hunk[] | undefined;
}

/** What will be done, checked against the file on disk. */
interface Plan {
  readonly tool: ToolEntry;
  readonly args: JsonObject;
  readonly meta: JsonObject;
  readonly content: string | null;
  readonly baseHash: string;
}

const stale = (path: string): Result<never> =>
  fail(
    "stale",
    `${path} has changed since this review was made, so it was left as it is. Look at the file, and change it by hand or ask the agent.`,
    { key: "reviewStale", params: { path } },
  );

const noTool = (path: string): Result<never> =>
  fail("notAvailable", `${path} cannot be reverted: the workspace's server offers no tool for it.`, {
    key: "reviewNoTool",
    params: { path },
  });

const hidden = (path: string): Result<never> =>
  fail(
    "notAvailable",
    `${path} holds a secret, which the log does not keep, so its earlier text cannot be written back from here. Change the file by hand.`,
    { key: "reviewSecret", params: { path } },
  );

/** What the redactor leaves in the place of a secret. */
const placeholder = /\[secret:[^\]]+\]/;

const contentOf = ({ file, hunks }: Asked): Result<string | null> => {
  if (!hunks) return ok(file.isNew ? null : file.before);
  const content = withoutHunks(file.before, file.after, hunks);
  if (content !== null) return ok(content);
  return fail(
    "invalidInput",
    `The chosen changes do not fit ${file.path} as it was shown. Open the review again.`,
    {
      key: "reviewStale",
      params: { path: file.path },
    },
  );
};

const toolNamed = (ports: RevertPorts, name: string): ToolEntry | undefined =>
  ports.tools.find((tool) => tool.isBundled && tool.name === name);

const callOf = (ports: RevertPorts, tool: ToolEntry, args: JsonObject, meta: JsonObject) =>
  ports.servers.call(tool, args, {
    meta,
    signal: new AbortController().signal,
    timeoutMs: tool.timeoutMs,
  });

const textOf = (result: ToolResult): string =>
  result.content.map((block) => (typeof block["text"] === "string" ? block["text"] : "")).join("\n");

const codeOf = (structured: unknown): string => {
  const code = (structured as { error?: { code?: unknown } } | null | undefined)?.error?.code;
  return typeof code === "string" ? code : "toolError";
};

const refused = (path: string, result: ToolResult): Result<never> => {
  const code = codeOf(result.structured);
  if (code === "stale") return stale(path);
  return fail("internal", `${path} could not be reverted. Nothing was changed.`, {
    key: "reviewFailed",
    params: { path },
    detail: textOf(result),
  });
};

/** Asks the server what is there now, without changing anything, and makes sure that it is what the review shows. */
const check = async (
  ports: RevertPorts,
  write: ToolEntry,
  file: ReviewFile,
  content: string,
): Promise<Result<FilePreview>> => {
  const asked = await callOf(ports, write, { path: file.path, content }, { "loopwright/preview": true });
  if (!asked.ok) return asked;
  const shown = (asked.value.structured as { preview?: { files?: FilePreview[] } } | undefined)?.preview;
  const [now] = shown?.files ?? [];
  if (asked.value.isError || !now) return refused(file.path, asked.value);
  if (now.baseHash !== file.afterHash) return stale(file.path);
  return ports.redact(now.before) === file.after && now.before === file.after ? ok(now) : hidden(file.path);
};

const planOf = async (ports: RevertPorts, asked: Asked, revertId: string): Promise<Result<Plan>> => {
  const { file } = asked;
  const content = contentOf(asked);
  if (!content.ok) return content;
  const { afterHash: baseHash } = file;
  if (baseHash === null || baseHash !== asked.afterHash) return stale(file.path);
  if (placeholder.test(content.value ?? "")) return hidden(file.path);
  const write = toolNamed(ports, "write_file");
  if (!write) return noTool(file.path);
  const now = await check(ports, write, file, content.value ?? "");
  if (!now.ok) return now;
  const meta: JsonObject = { "loopwright/requestId": revertId };
  if (content.value !== null) {
    const commit = { files: [{ path: file.path, baseHash, content: content.value }] };
    return ok({
      tool: write,
      args: { path: file.path, content: content.value },
      meta: { ...meta, "loopwright/commit": commit },
      content: content.value,
      baseHash,
    });
  }
  const remove = toolNamed(ports, "delete_path");
  if (!remove) return noTool(file.path);
  return ok({ tool: remove, args: { path: file.path }, meta, content: null, baseHash });
};

/**
 * A removal names no base: where the file had changed in that very moment, what was taken away is put back by the server's own undo,
 * and the revert counts as stale.
 */
const undoRemoval = async (ports: RevertPorts, plan: Plan, result: ToolResult): Promise<boolean> => {
  const { changed, changeId } = (result.structured ?? {}) as {
    changed?: { beforeHash?: unknown }[];
    changeId?: unknown;
  };
  if (plan.content !== null || changed?.[0]?.beforeHash === plan.baseHash) return false;
  const undo = toolNamed(ports, "undo_change");
  if (undo && typeof changeId === "string") await callOf(ports, undo, { id: changeId }, {});
  return true;
};

interface Change {
  readonly path: string;
  readonly afterHash: string | null;
  readonly linesAdded: number;
  readonly linesRemoved: number;
}

const changeOf = (result: ToolResult, plan: Plan, file: ReviewFile): Change => {
  const { changed } = (result.structured ?? {}) as { changed?: Change[] };
  const found = changed?.find((item) => item.path === file.path);
  const removed = { afterHash: null, linesAdded: 0, linesRemoved: file.after.split("\n").length };
  if (plan.content === null) return { path: file.path, ...removed };
  return found ?? { path: file.path, afterHash: plan.baseHash, linesAdded: 0, linesRemoved: 0 };
};

const lost = (path: string, error: Failure): Result<never> =>
  fail(
    error.code,
    `It is not known whether ${path} was reverted: ${error.message} Look at the file before you go on.`,
    { key: "reviewUnknown", params: { path }, detail: error.message },
  );

/**
 * Takes one file of a turn back, whole or by hunks: checked against the disk, logged as the person's decision, written through
 * the workspace server with its base hash, and logged again with what came of it. Rejects only when the log cannot be written.
 */
export const revertFile = async (ports: RevertPorts, asked: Asked): Promise<Result<null>> => {
  const { turnId, file, hunks } = asked;
  const revertId = ports.newId("rev");
  const plan = await planOf(ports, asked, revertId);
  if (!plan.ok) return plan;
  const { tool, args, meta, content, baseHash } = plan.value;
  const about = { revertId, turnId, path: file.path };
  await ports.session.append([
    draft("review.revertDecided", {
      ...about,
      by: "person",
      baseHash,
      content,
      ...(hunks ? { hunks: [...hunks] } : {}),
    }),
  ]);
  const done = await callOf(ports, tool, args, meta);
  if (!done.ok || done.value.isError) {
    const why = done.ok ? refused(file.path, done.value) : lost(file.path, done.error);
    const isUnknown = !done.ok;
    const code = done.ok ? codeOf(done.value.structured) : done.error.code;
    const text = isUnknown ? unknownText(file.path) : textOf(done.value);
    await ports.session.append([draft("review.revertFailed", { ...about, code, isUnknown, text })]);
    return why;
  }
  if (await undoRemoval(ports, plan.value, done.value)) {
    await ports.session.append([
      draft("review.revertFailed", {
        ...about,
        code: "stale",
        isUnknown: true,
        text: unknownText(file.path),
      }),
    ]);
    return stale(file.path);
  }
  const { afterHash, linesAdded, linesRemoved } = changeOf(done.value, plan.value, file);
  await ports.session.append([
    draft("review.reverted", {
      ...about,
      beforeHash: baseHash,
      afterHash,
      linesAdded,
      linesRemoved,
      text: revertedText(file, content),
    }),
  ]);
  return ok(null);
};
