import { formatBytes, Refusal } from "../outcome/index.ts";
import { gitArea, isProtectedPath, locate, relativeName, type Place } from "../paths/index.ts";
import { assertPasses, requireWrite, type ToolContext, type ToolOutcome } from "../protocol/index.ts";
import { decidedContent } from "./decided.ts";
import { editableBytes, loadEditable, type Editable } from "./editable.ts";
import { encodeText, type TextForm } from "./encoding.ts";
import { hashOf } from "./hash.ts";
import { countLines, showAround } from "./lineCounts.ts";
import { inTurn } from "./locks.ts";
import { scriptsDiffer } from "./packageScripts.ts";
import { writeAtomic } from "./writeAtomic.ts";

/** What a tool wants a file to hold, and how it says so. */
export interface Plan {
  readonly after: string;
  /** "1 place changed", "created", … for the summary line. */
  readonly did: string;
}

/** Works out a change from the file as it is (null: there is none). @throws Refusal when the change cannot be made */
export type Planner = (place: Place, current: Editable | null) => Plan;

const newFile: TextForm = { encoding: "utf-8", hasBom: false };

function isGuarded(context: ToolContext, place: Place, before: string, after: string): boolean {
  const real = relativeName(context.root.real, place.real);
  return isProtectedPath(place.rel) || isProtectedPath(real) || scriptsDiffer(real, before, after);
}

/** `.git` is git's own: its hooks and config never, the rest only as a person decided it. */
function refuseGit(context: ToolContext, place: Place): void {
  const areas = [place.rel, relativeName(context.root.real, place.real)].map(gitArea);
  if (areas.includes("orders")) {
    throw new Refusal(
      "denied",
      `${place.shown} makes git run programs; it is not changed by a file tool.`,
      "Use git itself with run_command, which a person sees.",
    );
  }
  if (areas.includes("store") && context.meta.decided === null && !context.meta.isPreview) {
    throw new Refusal(
      "denied",
      `${place.shown} belongs to git's own store.`,
      "Use git itself with run_command.",
    );
  }
}

function preview(context: ToolContext, place: Place, current: Editable | null, plan: Plan): ToolOutcome {
  const before = current?.text ?? "";
  const file = {
    path: place.rel,
    realPath: place.real,
    baseHash: current?.hash ?? null,
    before,
    after: plan.after,
    isProtected: isGuarded(context, place, before, plan.after),
  };
  const data = { preview: { files: [file] } };
  assertPasses(data, "Change the file with run_command instead.");
  return { summary: `Preview of ${place.shown}: ${plan.did}. Nothing was written.`, data };
}

function outcomeOf(place: Place, current: Editable | null, plan: Plan, bytes: Buffer): ToolOutcome {
  const lines = countLines(current?.text ?? "", plan.after);
  const changed = {
    path: place.rel,
    realPath: place.real,
    beforeHash: current?.hash ?? null,
    afterHash: hashOf(bytes),
    bytes: bytes.length,
    linesAdded: lines.added,
    linesRemoved: lines.removed,
  };
  if (changed.beforeHash === changed.afterHash) {
    return {
      summary: `${place.shown}: nothing to change, it already has this content.`,
      data: { changed: [] },
    };
  }
  return {
    summary: `${place.shown}: ${plan.did} (+${lines.added} -${lines.removed} lines, now ${formatBytes(bytes.length)}).`,
    body: current === null ? "" : showAround(plan.after, lines.firstLine),
    data: { changed: [changed] },
  };
}

async function changeLocked(context: ToolContext, place: Place, planner: Planner): Promise<ToolOutcome> {
  const current = loadEditable(context.root, place);
  const content = decidedContent(context.meta.decided, place, current?.hash ?? null);
  const plan = content === null ? planner(place, current) : { after: content, did: "written as decided" };
  refuseGit(context, place);
  requireWrite(context.scope, relativeName(context.root.real, place.real), place.shown);
  if (!plan.after.isWellFormed() && (current?.form ?? newFile).encoding === "utf-8") {
    throw new Refusal(
      "invalidInput",
      "The new text contains half of a surrogate pair, which cannot be written.",
    );
  }
  if (context.meta.isPreview) return preview(context, place, current, plan);
  const bytes = encodeText(plan.after, current?.form ?? newFile);
  if (bytes.length > editableBytes) {
    throw new Refusal(
      "tooLarge",
      `${place.shown} would become ${formatBytes(bytes.length)}; the limit is ${formatBytes(editableBytes)}.`,
    );
  }
  const outcome = outcomeOf(place, current, plan, bytes);
  if (current?.hash === hashOf(bytes)) return outcome;
  await context.hooks.beforeCommit?.(place.real);
  if (context.signal.aborted) throw new Refusal("timedOut", "The change was cancelled; nothing was written.");
  writeAtomic(context.root, { place, bytes, baseHash: current?.hash ?? null }, context.hooks);
  return outcome;
}

/**
 * The one way a file is changed: locate, load, plan (or take the decided content), then preview or write. Changes of
 * one file run one after another.
 */
export async function changeFile(context: ToolContext, path: string, planner: Planner): Promise<ToolOutcome> {
  const first = locate(context.root, path);
  return await inTurn(
    first.real,
    async () => await changeLocked(context, locate(context.root, path), planner),
  );
}
