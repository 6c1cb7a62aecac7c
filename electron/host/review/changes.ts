import type { CallId, FilePreview, TurnId, TurnReview } from "../../../shared/contract/index.ts";
import type { LoggedEvent } from "../../../shared/events/index.ts";

interface Standing {
  readonly before: string;
  readonly isNew: boolean;
  after: string;
  afterHash: string | null;
  /** Some change of it ran without a person's decision. */
  isUnseen: boolean;
}

/** What a fold over the log has gathered. */
interface Gathered {
  readonly turnId: TurnId;
  readonly mine: Set<CallId>;
  readonly unseen: Set<CallId>;
  readonly shown: Map<CallId, Map<string, FilePreview>>;
  readonly files: Map<string, Standing>;
  /** Paths of unseen changes that had no text to show. */
  readonly others: Set<string>;
  /** The hash every path had when it was last changed, by whatever turn. */
  readonly last: Map<string, string | null>;
}

const keep = ({ mine, shown }: Gathered, callId: CallId, files: readonly FilePreview[] | undefined): void => {
  if (files && mine.has(callId)) shown.set(callId, new Map(files.map((file) => [file.path, file])));
};

const decided = (all: Gathered, event: Extract<LoggedEvent, { type: "call.decided" }>): void => {
  const { callId, by, files } = event.body;
  if (by !== "person") all.unseen.add(callId);
  const shown = all.shown.get(callId);
  for (const { path, content } of files ?? []) {
    const file = shown?.get(path);
    if (file) shown?.set(path, { ...file, after: content });
  }
};

const changed = (all: Gathered, event: Extract<LoggedEvent, { type: "file.changed" }>): void => {
  const { callId, path, beforeHash, afterHash } = event.body;
  all.last.set(path, afterHash);
  const file = all.shown.get(callId)?.get(path);
  if (!file) {
    if (all.mine.has(callId) && all.unseen.has(callId)) all.others.add(path);
    return;
  }
  const known = all.files.get(path) ?? {
    before: file.before,
    isNew: beforeHash === null,
    after: "",
    afterHash: null,
    isUnseen: false,
  };
  known.after = file.after;
  known.afterHash = afterHash;
  known.isUnseen ||= all.unseen.has(callId);
  all.files.set(path, known);
};

const reverted = (all: Gathered, path: string, content: string | null, afterHash: string | null): void => {
  all.last.set(path, afterHash);
  const known = all.files.get(path);
  if (!known) return;
  known.after = content ?? "";
  known.afterHash = afterHash;
};

/**
 * The files that a turn changed without a person's decision, each as the turn found it and as it stands by the log, reverts
 * included (GOV-02). Edits of such a file that a person did decide are part of its one diff. Pure: the log alone gives it.
 */
export const changesOf = (
  events: Iterable<LoggedEvent>,
  turnId: TurnId,
): Pick<TurnReview, "files" | "others"> => {
  const all: Gathered = {
    turnId,
    mine: new Set(),
    unseen: new Set(),
    shown: new Map(),
    files: new Map(),
    others: new Set(),
    last: new Map(),
  };
  const contents = new Map<string, string | null>();
  for (const event of events) {
    switch (event.type) {
      case "call.proposed":
        if (event.body.turnId === turnId) all.mine.add(event.body.callId);
        break;
      case "call.assessed":
      case "call.approvalRequested":
        keep(all, event.body.callId, event.body.files);
        break;
      case "call.decided":
        decided(all, event);
        break;
      case "file.changed":
        changed(all, event);
        break;
      case "review.revertDecided":
        contents.set(event.body.revertId, event.body.content);
        break;
      case "review.reverted": {
        const { revertId, path, afterHash } = event.body;
        if (event.body.turnId === turnId) reverted(all, path, contents.get(revertId) ?? null, afterHash);
        else all.last.set(path, afterHash);
        break;
      }
      default:
    }
  }
  const files = [...all.files]
    .filter(([, file]) => file.isUnseen)
    .map(([path, { before, after, afterHash, isNew }]) => ({
      path,
      before,
      after,
      afterHash,
      isNew,
      isChangedLater: all.last.get(path) !== afterHash,
    }));
  return { files, others: [...all.others] };
};
