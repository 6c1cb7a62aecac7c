import { recordWrite, whenSettled } from "../changes/index.ts";
import { formatBytes, Refusal } from "../outcome/index.ts";
import { gitArea, isProtectedPath, locate, relativeName, type Place } from "../paths/index.ts";
import {
  assertPasses,
  requireWrite,
  type Intend,
  type ToolContext,
  type ToolOutcome,
} from "../protocol/index.ts";
import { decidedContent } from "./decided.ts";
import { editableBytes, loadEditable, type Editable } from "./editable.ts";
import { checkVersion, formToWrite, toldBy, type Asked } from "./asked.ts";
import { shortHash } from "./baseHash.ts";
import { diffOf, showAround } from "./diff.ts";
import { encodingName, isUnicode, type TextForm } from "./encoding/index.ts";
import { hashOf } from "./hash.ts";
import { inTurn } from "./locks.ts";
import { scriptsDiffer } from "./packageScripts.ts";
import { rebuilt } from "./rebuilt.ts";
import { changeBetween, type TextChange } from "./textChange.ts";
import { writeAtomic } from "./writeAtomic.ts";

/** What a tool wants a file to hold, and how it says so. */
export interface Plan {
  readonly after: string;
  /** "1 place changed", "created", … for the summary line. */
  readonly did: string;
}

/** Works out a change from the file as it is (null: there is none). @throws Refusal when the change cannot be made */
export type Planner = (place: Place, current: Editable | null) => Plan;

/** A change worked out to its bytes: what a preview shows and what is written come from here. */
interface Made {
  readonly place: Place;
  readonly current: Editable | null;
  readonly plan: Plan;
  readonly form: TextForm;
  readonly change: TextChange;
  readonly bytes: Buffer;
  readonly hash: string;
}

function isGuarded(context: ToolContext, place: Place, before: string, after: string): boolean {
  const real = relativeName(context.root.real, place.real);
  return isProtectedPath(place.rel) || isProtectedPath(real) || scriptsDiffer(real, before, after);
}

/** `.git` is git's own: its hooks and config never, the rest only as a person decided it. */
function refuseGit(context: ToolContext, place: Place): void {
  const areas = [...new Set([place.rel, relativeName(context.root.real, place.real)])].map(gitArea);
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

function preview(context: ToolContext, made: Made): ToolOutcome {
  const { place, current, plan } = made;
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

function outcomeOf({ place, current, plan, form, change, bytes, hash }: Made): ToolOutcome {
  if (current?.hash === hash) {
    return {
      summary: `${place.shown}: nothing to change, it already has this content.`,
      data: { changed: [] },
    };
  }
  const { linesAdded, linesRemoved, ...diff } = diffOf(
    place.shown,
    current?.text ?? null,
    plan.after,
    change,
  );
  const changed = {
    path: place.rel,
    realPath: place.real,
    beforeHash: current?.hash ?? null,
    afterHash: hash,
    bytes: bytes.length,
    encoding: encodingName(form),
    linesAdded,
    linesRemoved,
    ...diff,
  };
  const facts = [
    `now ${formatBytes(bytes.length)}`,
    ...(isUnicode(form.encoding) ? [] : [encodingName(form)]),
  ];
  return {
    summary: `${place.shown}: ${plan.did} (+${linesAdded} -${linesRemoved} lines, ${facts.join(", ")}); hash ${shortHash(hash)}.`,
    body: current === null ? "" : showAround(plan.after, change.start),
    data: { changed: [changed] },
  };
}

function make(context: ToolContext, place: Place, planner: Planner, asked: Asked): Made {
  const current = loadEditable(context.root, place, toldBy(asked));
  checkVersion(asked, place, current);
  const content = decidedContent(context.meta.decided, place, current?.hash ?? null);
  const plan = content === null ? planner(place, current) : { after: content, did: "written as decided" };
  const change = changeBetween(current?.text ?? "", plan.after);
  const form = formToWrite(asked, current);
  const bytes = rebuilt(place, current, form, plan.after, change);
  if (bytes.length > editableBytes) {
    throw new Refusal(
      "tooLarge",
      `${place.shown} would become ${formatBytes(bytes.length)}; the limit is ${formatBytes(editableBytes)}.`,
      "Split the content over several files, or make the file with run_command.",
    );
  }
  return { place, current, plan, form, change, bytes, hash: hashOf(bytes) };
}

async function changeLocked(
  context: ToolContext,
  place: Place,
  planner: Planner,
  asked: Asked,
  intend: Intend,
): Promise<ToolOutcome> {
  const made = make(context, place, planner, asked);
  refuseGit(context, place);
  requireWrite(context.scope, relativeName(context.root.real, place.real), place.shown);
  if (context.meta.isPreview) return preview(context, made);
  const outcome = outcomeOf(made);
  const [beforeHash, afterHash] = [made.current?.hash ?? null, made.hash];
  if (beforeHash === afterHash) return outcome;
  await context.hooks.beforeCommit?.(place.real);
  if (context.signal.aborted) {
    throw new Refusal(
      "timedOut",
      "The change was cancelled; nothing was written.",
      "Repeat it if it is still wanted.",
    );
  }
  intend({ realPath: place.real, requestId: context.meta.requestId, beforeHash, afterHash, outcome });
  const write = { place, bytes: made.bytes, baseHash: beforeHash, base: made.current?.bytes };
  recordWrite(context, { place, beforeHash, afterHash }, (keep) =>
    writeAtomic(context.root, { ...write, keep }, context.hooks),
  );
  return outcome;
}

/**
 * The one way a file is changed: locate, load, plan (or take the decided content), then preview or write. Changes of
 * one file run one after another.
 */
export async function changeFile(
  context: ToolContext,
  path: string,
  planner: Planner,
  asked: Asked,
): Promise<ToolOutcome> {
  await whenSettled(context.scope);
  const first = locate(context.root, path);
  const change = async (intend: Intend): Promise<ToolOutcome> =>
    await changeLocked(context, locate(context.root, path), planner, asked, intend);
  return await inTurn(first.real, async () => await context.scope.guard.hold(first.real, change));
}
