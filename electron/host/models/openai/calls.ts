import type { ReplyCall } from "../types.ts";
import { isWholeObject, readArguments } from "./argumentsText.ts";

/** A call piece as it came: anything may be missing or of another type. */
export interface CallPiece {
  readonly index: number | null;
  readonly id: string;
  readonly name: string;
  /** A piece of text, or the text of an object that came in place of one. */
  readonly text: string;
}

interface Slot {
  id: string;
  name: string;
  text: string;
  problem: string | null;
}

const str = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

/** Reads one entry of `delta.tool_calls`, or an old `delta.function_call`. Never throws. */
export function readPiece(raw: unknown): CallPiece | null {
  if (typeof raw !== "object" || raw === null) return null;
  const { index, id, function: fn, name, arguments: args } = raw as Record<string, unknown>;
  const inner = (typeof fn === "object" && fn !== null ? fn : { name, arguments: args }) as Record<
    string,
    unknown
  >;
  const text = inner["arguments"];
  return {
    index: typeof index === "number" ? index : null,
    id: str(id),
    name: str(inner["name"]),
    text: typeof text === "string" ? text : text === undefined || text === null ? "" : JSON.stringify(text),
  };
}

/**
 * Puts streamed call pieces together. Rules, from what servers really send: a new id opens a call, also at a used index
 * (ST-02); a piece without id goes to the newest call at its index (ST-03) or, without an index, to the call opened
 * last (ST-01); one whose index belongs to nobody goes to the only call that is still open, and where several are open,
 * none of them runs (ST-04).
 */
export class CallAssembler {
  readonly #slots: Slot[] = [];
  readonly #atIndex = new Map<number, Slot>();

  get size(): number {
    return this.#slots.length;
  }

  add(piece: CallPiece): void {
    const slot = this.#find(piece) ?? this.#open(piece);
    if (piece.index !== null) this.#atIndex.set(piece.index, slot);
    if (slot.id === "") slot.id = piece.id;
    if (slot.name === "") slot.name = piece.name;
    slot.text = slot.text === "" ? piece.text : slot.text + piece.text;
  }

  /** Name and size of every call so far, for the page. */
  progress(): { name: string; argumentChars: number }[] {
    return this.#slots.map((slot) => ({ name: slot.name, argumentChars: slot.text.length }));
  }

  /**
   * The whole calls in the order they were opened; ids are made unique and never empty (ST-08).
   * @param isCut the answer hit its output limit: a last call that is not whole must not run
   */
  finish(isCut: boolean): ReplyCall[] {
    const used = new Set<string>();
    return this.#slots.map((slot, at) => {
      const id = uniqueId(slot.id, at, used);
      const isOpen = isCut && at === this.#slots.length - 1 && !isWholeObject(slot.text);
      const read = isOpen ? { text: slot.text, problem: cutShort } : readArguments(slot.text);
      const problem = slot.problem ?? (slot.name === "" ? nameless : read.problem);
      return { id, name: slot.name, argumentsText: read.text, ...(problem === undefined ? {} : { problem }) };
    });
  }

  #open(piece: CallPiece): Slot {
    const slot: Slot = { id: piece.id, name: piece.name, text: "", problem: null };
    this.#slots.push(slot);
    return slot;
  }

  #find(piece: CallPiece): Slot | undefined {
    const atIndex = piece.index === null ? undefined : this.#atIndex.get(piece.index);
    const candidate = piece.index === null ? this.#slots.at(-1) : atIndex;
    if (piece.id !== "") return this.#withId(piece, candidate);
    if (candidate !== undefined) return isAnotherCall(candidate, piece) ? undefined : candidate;
    return piece.name === "" ? this.#owner() : undefined;
  }

  /** A piece that carries an id: it goes on with the call of that id, or gives a call that began without one its id. */
  #withId(piece: CallPiece, candidate: Slot | undefined): Slot | undefined {
    if (candidate?.id === piece.id) return isAnotherCall(candidate, piece) ? undefined : candidate;
    if (piece.name === "" && candidate?.id === "") return candidate;
    if (piece.name !== "" && piece.index !== null) return undefined;
    const known = this.#slots.findLast((slot) => slot.id === piece.id);
    return known !== undefined && !isAnotherCall(known, piece) ? known : undefined;
  }

  /** Whose is a nameless piece at an unknown index? The only open call's; with several open ones nobody can tell. */
  #owner(): Slot | undefined {
    const open = this.#slots.filter((slot) => !isWholeObject(slot.text));
    if (open.length <= 1) return open[0] ?? this.#slots.at(-1);
    for (const slot of open) slot.problem = mixedUp;
    return open.at(-1);
  }
}

const mixedUp =
  "The pieces of several calls were mixed up on the way, so this one was not run. Ask for it again, one call at a time.";
const cutShort =
  "The answer reached its output limit before this call was whole, so it was not run. Ask again with a shorter call, for example by changing the file in smaller parts.";
const nameless = "This call names no tool, so nothing was run. Ask again with the name of a tool.";

/** Servers without ids, or with one id for all: a piece that names a tool begins a new call once the last one is whole. */
function isAnotherCall(slot: Slot, piece: CallPiece): boolean {
  if (piece.name === "" || slot.name === "") return false;
  if (piece.name !== slot.name && piece.id === "") return true;
  return isWholeObject(slot.text) && (piece.text !== "" || piece.name !== slot.name);
}

function uniqueId(id: string, at: number, used: Set<string>): string {
  const base = id === "" ? `call_${at + 1}` : id;
  let unique = base;
  for (let n = 2; used.has(unique); n++) unique = `${base}_${n}`;
  used.add(unique);
  return unique;
}
