import type { CallId } from "../../../shared/contract/index.ts";
import { canonicalJson } from "../../../shared/text/index.ts";
import type { Attachment, ChatMessage, EventBody, LoggedEvent } from "../../../shared/events/index.ts";

/** The conversation as a model is to see it, folded from whole events. Pure: the same events give the same messages. */
export interface Transcript {
  push(event: LoggedEvent): void;
  /** The messages of the next request. Message objects of finished parts stay the same between calls. */
  messages(): ChatMessage[];
  /** The messages of the last request that was sent, exactly. */
  lastRequest(): readonly ChatMessage[];
  /** The tool list's hash of the last request. */
  lastToolsHash(): string;
}

interface AssistantNode {
  readonly kind: "assistant";
  readonly body: Pick<EventBody<"model.completed">, "text" | "reasoning" | "calls">;
  built?: readonly ChatMessage[];
}
type Node = AssistantNode | { readonly kind: "plain"; readonly message: ChatMessage };

interface CallRecord {
  name: string;
  argumentsJson: string;
  result?: { readonly content: string; readonly isError: boolean };
  /** The model was told that it goes on: its end is told beside the conversation, its result to whoever asks for it. */
  isInBackground?: true;
}

const attachmentText = (attachment: Attachment): string => {
  switch (attachment.kind) {
    case "text":
      return `\n\n--- attached text: ${attachment.name} ---\n${attachment.text}\n--- end of ${attachment.name} ---`;
    case "file":
      return `\n\n[attached file: ${attachment.path}; read it with read_file]`;
    case "image":
      return `\n\n[attached image: ${attachment.name}, ${attachment.mimeType}]`;
    case "resource":
      return `\n\n[attached resource: ${attachment.uri}]`;
  }
};

/** What the model is told when a call was refused: it did not run, why, and what to do next. */
export const denialText = (body: Pick<EventBody<"call.decided">, "by" | "reason" | "rule">): string => {
  const who = body.by === "person" ? "The user refused this call" : "The policy refused this call";
  const why = body.reason === undefined || body.reason === "" ? "" : ` Reason given: ${body.reason}`;
  return `${who}. It did not run and nothing was changed.${why}\n\nDo not repeat it as it is: go on without it, propose another way, or ask the user.`;
};

const buildAssistant = (
  node: AssistantNode,
  calls: ReadonlyMap<CallId, CallRecord>,
): readonly ChatMessage[] => {
  if (node.built) return node.built;
  const { text, reasoning } = node.body;
  const asked = node.body.calls;
  const messages: ChatMessage[] = [
    {
      role: "assistant",
      content: text,
      ...(reasoning === "" ? {} : { reasoning }),
      calls: asked.map(({ callId, name }) => ({
        id: callId,
        name,
        arguments: calls.get(callId)?.argumentsJson ?? "{}",
      })),
    },
  ];
  let isWhole = true;
  for (const { callId, name } of asked) {
    const result = calls.get(callId)?.result;
    if (!result) isWhole = false;
    const content =
      result?.content ?? "No result was recorded for this call. Check the state before you go on.";
    messages.push({ role: "tool", callId, name, content, isError: result?.isError ?? true });
  }
  if (isWhole) node.built = messages;
  return messages;
};

const recordOf = (calls: Map<CallId, CallRecord>, callId: CallId): CallRecord => {
  const found = calls.get(callId) ?? { name: "", argumentsJson: "{}" };
  calls.set(callId, found);
  return found;
};

const pushCall = (calls: Map<CallId, CallRecord>, event: LoggedEvent): void => {
  switch (event.type) {
    case "call.proposed": {
      const item = recordOf(calls, event.body.callId);
      item.name = event.body.modelName;
      item.argumentsJson = canonicalJson(event.body.arguments);
      return;
    }
    case "call.decided":
      if (event.body.decision === "deny")
        recordOf(calls, event.body.callId).result = { content: denialText(event.body), isError: true };
      return;
    case "call.backgrounded": {
      const item = recordOf(calls, event.body.callId);
      item.result = { content: event.body.text, isError: false };
      item.isInBackground = true;
      return;
    }
    case "call.completed":
    case "call.failed": {
      const item = recordOf(calls, event.body.callId);
      // What the model was told in its place stays what it was told.
      if (item.isInBackground !== true)
        item.result = { content: event.body.text, isError: event.type === "call.failed" };
      return;
    }
    default:
      return;
  }
};

/** What the model is told of the end of a call that it believes to be running, or null for any other event. */
const endedLater = (calls: ReadonlyMap<CallId, CallRecord>, event: LoggedEvent): string | null => {
  if (event.type !== "call.completed" && event.type !== "call.failed") return null;
  const { callId } = event.body;
  const item = calls.get(callId);
  if (item?.isInBackground !== true) return null;
  const how = event.type === "call.completed" ? "has ended" : "has ended without success";
  return `The call ${callId} of ${item.name}, which went on in the background, ${how}. Ask call_result for its result.`;
};

/** Words of the app beside the user's own. */
const marked = (text: string): string => `--- since your last step ---\n${text}\n--- end ---`;

/** What happened beside the conversation: told at once while a turn runs, else with the user's next message. */
const createNotes = () => {
  let isTurnOpen = false;
  let waiting: string[] = [];
  return {
    /** A turn begins; gives what goes behind the user's words. */
    opened: (): string => {
      const told = waiting.length === 0 ? "" : `\n\n${marked(waiting.join("\n\n"))}`;
      waiting = [];
      isTurnOpen = true;
      return told;
    },
    closed: (): void => {
      isTurnOpen = false;
    },
    /** Gives the message to tell it by now, or null where it waits. */
    add: (text: string): string | null => {
      if (isTurnOpen) return marked(text);
      waiting.push(text);
      return null;
    },
  };
};

/** Starts an empty transcript. */
export const createTranscript = (): Transcript => {
  let system = "";
  const nodes: Node[] = [];
  const calls = new Map<CallId, CallRecord>();
  let last: ChatMessage[] = [];
  let toolsHash = "";
  const notes = createNotes();

  const tell = (text: string | null): void => {
    const content = text === null ? null : notes.add(text);
    if (content !== null) nodes.push({ kind: "plain", message: { role: "user", content } });
  };
  const push = (event: LoggedEvent): void => {
    switch (event.type) {
      case "session.created":
        system = event.body.systemPrompt;
        return;
      case "session.changed":
        system = event.body.systemPrompt ?? system;
        return;
      case "message.user": {
        const said = event.body.text + event.body.attachments.map(attachmentText).join("");
        const content = said + notes.opened();
        nodes.push({ kind: "plain", message: { role: "user", content } });
        return;
      }
      case "turn.ended":
        notes.closed();
        return;
      case "review.reverted":
      case "review.revertFailed": {
        if (event.type === "review.revertFailed" && !event.body.isUnknown) return;
        tell(event.body.text);
        return;
      }
      case "model.requested":
        last = [...last.slice(0, event.body.messages.keep), ...event.body.messages.add];
        toolsHash = event.body.toolsHash;
        return;
      case "model.completed":
        nodes.push({ kind: "assistant", body: event.body });
        return;
      case "model.failed":
        if (event.body.retryInMs === undefined && event.body.text !== "")
          nodes.push({ kind: "plain", message: { role: "assistant", content: event.body.text, calls: [] } });
        return;
      default:
        tell(endedLater(calls, event));
        pushCall(calls, event);
    }
  };

  return {
    push,
    messages: () => [
      { role: "system", content: system },
      ...nodes.flatMap((node) => (node.kind === "plain" ? [node.message] : buildAssistant(node, calls))),
    ],
    lastRequest: () => last,
    lastToolsHash: () => toolsHash,
  };
};

const isSameMessage = (a: ChatMessage | undefined, b: ChatMessage): boolean =>
  a === b || (a !== undefined && a.role === b.role && JSON.stringify(a) === JSON.stringify(b));

/** The new request as a change to the last one (design §4 c): how many messages stay, which follow. */
export const messageDelta = (
  last: readonly ChatMessage[],
  next: readonly ChatMessage[],
): { keep: number; add: ChatMessage[] } => {
  let keep = 0;
  while (keep < last.length && keep < next.length && isSameMessage(last[keep], next[keep] as ChatMessage))
    keep++;
  return { keep, add: next.slice(keep) };
};
