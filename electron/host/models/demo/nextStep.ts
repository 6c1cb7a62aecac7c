import type { ChatMessage } from "../../../../shared/events/index.ts";
import { readHistory, type Past } from "./history.ts";
import { code, lines, task, type Beat, type Language } from "./recording.ts";
import { exitCodeOf, failingIn, failureIn, passedIn, reasonIn } from "./results.ts";
import { findFunction, isRecursive, textOfRead } from "./source.ts";

/** A call the demo model asks for. */
export interface DemoCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** One step of the demo model: what it says, then what it asks for. No calls: the turn ends. */
export interface DemoStep {
  readonly beat: Beat;
  readonly text: string;
  readonly calls: readonly DemoCall[];
}

type Say = (beat: Beat, calls?: readonly DemoCall[], filled?: { why?: string; tests?: string }) => DemoStep;

/** How often a step that fails by itself (not by a person's will) is tried. */
const mostFailures = 3;

const read = (path: string): DemoCall => ({ name: "read_file", arguments: { path } });
const run = (command: string): DemoCall => ({ name: "run_command", arguments: { command } });
const list: DemoCall = { name: "list_files", arguments: { path: "." } };
const lookAround: readonly DemoCall[] = [list, read(task.file), read(task.tests)];

/** What is known now, worked out from the results alone. */
interface Facts {
  readonly past: readonly Past[];
  readonly language: Language;
  readonly last: Past | undefined;
  /** The file as it is now, or `null` where it was not read since something may have changed it. */
  readonly source: string | null;
  /** The last test run since the file was last changed. */
  readonly test: Past | undefined;
  readonly publish: Past | undefined;
}

const mayHaveChanged = (item: Past): boolean =>
  item.kind === "edit" && item.ending !== "refused" && item.ending !== "refusedByPolicy";

function factsOf(past: readonly Past[], language: Language): Facts {
  const lastChange = past.findLastIndex(mayHaveChanged);
  const lastBreak = past.findLastIndex((item) => item.ending === "interrupted");
  const isRead = (item: Past): boolean =>
    item.kind === "look" && item.path === task.file && item.ending === "ok";
  const lastRead = past.findLastIndex(isRead);
  const isCurrent = lastRead > Math.max(lastChange, lastBreak);
  const since = past.slice(lastChange + 1);
  return {
    past,
    language,
    last: past.at(-1),
    source: isCurrent ? textOfRead(past[lastRead]?.result ?? "") : null,
    test: since.findLast((item) => item.kind === "test"),
    publish: past.findLast((item) => item.kind === "publish"),
  };
}

const failuresOf = (past: readonly Past[], kind: Past["kind"]): number =>
  past.filter((item) => item.kind === kind && item.ending === "failed").length;

/** The file is not known as it is now: reads it (again), or runs the tests where the change is surely in it. */
function look(facts: Facts, say: Say): DemoStep {
  const { past, last, language } = facts;
  const reads = past.filter((item) => item.kind === "look" && item.path === task.file);
  const lastRead = reads.at(-1);
  if (
    lastRead?.ending === "failed" &&
    last?.kind === "look" &&
    /There is no|not exist/i.test(lastRead.result)
  ) {
    return say("notTheSample");
  }
  if (failuresOf(reads, "look") >= mostFailures || failuresOf(past, "edit") >= mostFailures) {
    return say("stuck", [], { why: failureIn(last?.result ?? "", language) });
  }
  if (past.length === 0) return say("look", lookAround);
  const lastChange = past.findLast(mayHaveChanged);
  const wasInterrupted = past.findLastIndex((item) => item.ending === "interrupted");
  const wasRead = past.findLastIndex(
    (item) => item.kind === "look" && item.path === task.file && item.ending === "ok",
  );
  if (wasInterrupted > wasRead && wasInterrupted >= past.findLastIndex(mayHaveChanged)) {
    return say("lookAgain", [list, read(task.file)]);
  }
  if (lastRead?.ending !== "ok" || lastChange === undefined) return say("look", lookAround);
  if (lastChange.ending === "changed") return say("lookAfterChange", [read(task.file)]);
  if (lastChange.ending === "failed") {
    return say("lookAfterError", [read(task.file)], { why: failureIn(lastChange.result, language) });
  }
  return say("runTests", [run(task.testCommand)]);
}

function proposal(source: string, facts: Facts, say: Say): DemoStep {
  const { past, language } = facts;
  const edits = past.filter((item) => item.kind === "edit");
  const refused = edits.filter((item) => item.ending === "refused");
  const last = edits.at(-1);
  const why = reasonIn(last?.result ?? "", language);
  const isJustRefused = facts.last?.ending === "refused" && facts.last.kind === "edit";
  if (facts.last?.ending === "refusedByPolicy") return say("refusedByPolicy");
  if (isJustRefused && refused.length > 1) return say("refusedTwice", [], { why });
  const edit = (old_str: string, new_str: string): DemoCall => ({
    name: "edit_file",
    arguments: { path: task.file, old_str, new_str },
  });
  const small = code.recursiveLine.exec(source);
  if (isJustRefused && small !== null) {
    return say("proposeSmaller", [edit(small[0], code.loopInstead(small[1] ?? ""))], { why });
  }
  if (isJustRefused) return say("refusedTwice", [], { why });
  const found = findFunction(source, task.functionName);
  if (found === null && !past.some(mayHaveChanged)) return say("notTheSample");
  if (found === null) {
    return say("proposeWhole", [
      { name: "write_file", arguments: { path: task.file, content: `export ${code.first}\n` } },
    ]);
  }
  return say("propose", [edit(found, code.first)]);
}

/** The function with the recorded mistake taken out and everything else kept; `null` where the mistake is not in it as recorded. */
function mended(found: string): string | null {
  let text = found;
  for (const [wrong, right] of code.repairs) {
    if (text.split(wrong).length !== 2) return null;
    text = text.replace(wrong, right);
  }
  return text;
}

/** The tests failed: read the function as it is now, then repair it, once. */
function repair(facts: Facts, test: Past, say: Say): DemoStep {
  const why = failingIn(test.result, facts.language);
  const at = facts.past.lastIndexOf(test);
  const after = facts.past.slice(at + 1);
  const current = after.findLast(
    (item) => item.kind === "look" && item.path === task.file && item.ending === "ok",
  );
  if (current === undefined) return say("lookAfterFailure", [read(task.file)], { why });
  if (facts.last?.kind === "edit" && facts.last.ending === "refused") {
    return say("testsFailStill", [], { why: why + reasonIn(facts.last.result, facts.language) });
  }
  if (facts.last?.ending === "refusedByPolicy") return say("refusedByPolicy");
  const source = textOfRead(current.result);
  const found = findFunction(source, task.functionName);
  const repairs = facts.past.filter(mayHaveChanged).length;
  if (found === code.repaired || repairs > mostFailures) return say("testsFailStill", [], { why });
  if (found === null) {
    return say("proposeWhole", [
      { name: "write_file", arguments: { path: task.file, content: `export ${code.repaired}\n` } },
    ]);
  }
  const kept = mended(found);
  const new_str = kept ?? code.repaired;
  const call: DemoCall = { name: "edit_file", arguments: { path: task.file, old_str: found, new_str } };
  return say(kept === null ? "repairWhole" : "repair", [call]);
}

function afterTest(facts: Facts, test: Past, say: Say): DemoStep {
  const { language } = facts;
  if (test.ending === "refused" || test.ending === "refusedByPolicy") {
    return say("testsRefused", [], { why: reasonIn(test.result, language) });
  }
  const exit = exitCodeOf(test.result);
  if (exit === null) return say("testsDidNotRun", [], { why: failureIn(test.result, language) });
  if (exit !== 0) return repair(facts, test, say);
  const tests = passedIn(test.result, language);
  const { publish } = facts;
  if (publish === undefined) return say("publish", [run(task.publishCommand)], { tests });
  if (publish.ending === "refused" || publish.ending === "refusedByPolicy") {
    return say("done", [], { tests, why: reasonIn(publish.result, language) });
  }
  if (publish.ending === "interrupted") return say("publishUnknown", [], { tests });
  if (exitCodeOf(publish.result) === 0) return say("published", [], { tests });
  return say("publishFailed", [], { tests, why: failureIn(publish.result, language) });
}

const languageOf = (text: string): Language => (/\p{Script=Han}/u.test(text) ? "zh" : "en");

/**
 * The demo model's next step, chosen by what the conversation says and nothing else, so that it goes on from a person's
 * edits, refusals and interruptions (MODEL-04). Pure: the same messages give the same step.
 */
export function nextStep(messages: readonly ChatMessage[]): DemoStep {
  const { lastMessage, isTask, past } = readHistory(messages);
  const language = languageOf(lastMessage);
  const say: Say = (beat, calls = [], filled = {}) => ({
    beat,
    text: lines[language][beat]
      .replaceAll("{why}", filled.why ?? "")
      .replaceAll("{tests}", filled.tests ?? ""),
    calls,
  });
  if (!isTask) return say("otherTask");
  const facts = factsOf(past, language);
  const { test, source } = facts;
  // A run whose outcome nobody knows is no run.
  if (test !== undefined && test.ending !== "interrupted") return afterTest(facts, test, say);
  if (source === null) return look(facts, say);
  const found = findFunction(source, task.functionName);
  if (found === null || isRecursive(found, task.functionName)) return proposal(source, facts, say);
  return say(past.some(mayHaveChanged) ? "runTests" : "alreadyIterative", [run(task.testCommand)]);
}
