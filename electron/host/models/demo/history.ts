import type { ChatMessage } from "../../../../shared/events/index.ts";
import { task } from "./recording.ts";

/** How a call ended, by what its result says. */
export type Ending = "ok" | "changed" | "refused" | "refusedByPolicy" | "interrupted" | "failed";

/** A call of the task with its result. */
export interface Past {
  readonly kind: "look" | "edit" | "test" | "publish" | "other";
  readonly ending: Ending;
  readonly path: string;
  readonly result: string;
  /** How many messages of the person came before it since the task began; tells an old refusal from one just given. */
  readonly turn: number;
}

/** What the conversation holds of the recorded task. */
export interface History {
  /** The person's last message. */
  readonly lastMessage: string;
  /** The person asks for the recorded task, or to go on with it. */
  readonly isTask: boolean;
  readonly past: readonly Past[];
}

const namesFunction = /fib(?:onacci)?(?![a-z])|斐波那契|费波那契/i;
const namesWork =
  /iterat|loop|test|rewrite|refactor|recurs|run|fix|faster|迭代|循环|递归|测试|改|重写|运行|修/i;
const asksForTask = (text: string): boolean => namesFunction.test(text) && namesWork.test(text);
const asksToGoOn =
  /^\s*(?:please\s+)?(?:go on|go ahead|continue|carry on|resume|try again|retry|proceed|yes|ok|okay|继续|接着|请继续|再试|重试|好|好的|是|可以)/i;

function endingOf(result: string, isError: boolean): Ending {
  const start = result.slice(0, 400);
  if (/^The user changed (?:your proposal|the arguments)/.test(start)) return isError ? "failed" : "changed";
  if (!isError) return "ok";
  if (/^The user refused/.test(start)) return "refused";
  if (/^The policy refused|Plan mode/.test(start)) return "refusedByPolicy";
  if (/^The app was closed|^The user stopped|outcome is unknown|^No result was recorded/m.test(result))
    return "interrupted";
  return "failed";
}

function argumentOf(text: string, name: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const found =
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
    return typeof found === "string" ? found : "";
  } catch {
    // A call that was no JSON did not come from the recording.
    return "";
  }
}

const isPath = (given: string, wanted: string): boolean => given.replace(/^\.\//, "") === wanted;

function kindOf(name: string, args: string): Past["kind"] {
  const path = argumentOf(args, "path");
  if (name === "list_files" || name === "read_file") return "look";
  if ((name === "edit_file" || name === "write_file") && isPath(path, task.file)) return "edit";
  if (name !== "run_command") return "other";
  const command = argumentOf(args, "command").trim();
  if (command.startsWith(task.publishCommand)) return "publish";
  return /\btest\b/.test(command) ? "test" : "other";
}

/** Index of the message that began the task the person is in, or -1. */
function startOfTask(messages: readonly ChatMessage[]): number {
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (message?.role !== "user") continue;
    if (asksForTask(message.content)) return at;
    if (!asksToGoOn.test(message.content)) return -1;
  }
  return -1;
}

/** What an earlier turn left behind: its refusals and failures are over once the person asks to go on. */
const counts = (item: Past): boolean =>
  item.kind === "publish" ||
  item.ending === "ok" ||
  item.ending === "changed" ||
  item.ending === "interrupted";

/** Reads a conversation. Pure. */
export function readHistory(messages: readonly ChatMessage[]): History {
  const lastMessage = messages.findLast((message) => message.role === "user")?.content ?? "";
  const start = startOfTask(messages);
  if (start === -1) return { lastMessage, isTask: false, past: [] };
  const asked = new Map<string, { name: string; args: string }>();
  const past: Past[] = [];
  let turn = 0;
  for (const message of messages.slice(start + 1)) {
    if (message.role === "assistant") {
      for (const call of message.calls) asked.set(call.id, { name: call.name, args: call.arguments });
    }
    if (message.role === "user") turn++;
    if (message.role !== "tool") continue;
    const args = asked.get(message.callId)?.args ?? "{}";
    past.push({
      kind: kindOf(message.name, args),
      ending: endingOf(message.content, message.isError),
      path: message.name === "list_files" ? "" : argumentOf(args, "path").replace(/^\.\//, ""),
      result: message.content,
      turn,
    });
  }
  return { lastMessage, isTask: true, past: past.filter((item) => item.turn === turn || counts(item)) };
}
