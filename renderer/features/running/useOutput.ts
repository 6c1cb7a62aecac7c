import { useEffect, useRef, useState } from "react";
import type { CommandOutput, Failure } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import type { OutputOf } from "./running.ts";

const PAGE_BYTES = 24_000;
const EVERY_MS = 700;
/** Characters kept on the page while following; what is older can be read from the start. */
const KEPT_CHARS = 100_000;

/** Where reading begins: at the end, following what comes, or at the start, page by page. */
export type ReadFrom = "end" | "start";

/** What has been read of an output so far. */
export interface ReadOutput {
  readonly text: string;
  /** Whether output before `text` is left out here. */
  readonly isCutBefore: boolean;
  readonly last: CommandOutput | undefined;
  readonly failure: Failure | undefined;
}

const nothing: ReadOutput = { text: "", isCutBefore: false, last: undefined, failure: undefined };

/** Adds a page to what was read. */
export const addPage = (read: ReadOutput, page: CommandOutput): ReadOutput => {
  const isFirst = read.last === undefined;
  const isGap = !isFirst && page.offset > (read.last?.nextOffset ?? 0);
  const text = `${isGap ? "" : read.text}${page.text}`;
  const isLong = text.length > KEPT_CHARS;
  return {
    text: isLong ? text.slice(text.indexOf("\n", text.length - KEPT_CHARS) + 1) : text,
    isCutBefore: read.isCutBefore || isGap || isLong || (isFirst && page.offset > 0),
    last: page,
    failure: undefined,
  };
};

/** How many bytes of the stream have not been read yet. */
export const restOf = (page: CommandOutput): number =>
  (page.stream === "stdout" ? page.stdoutBytes : page.stderrBytes) - page.nextOffset;

/**
 * Reads a command's output while it is shown: from its end on it follows what comes, from its start it waits for `more`. Give
 * the component a `key` of what it shows.
 */
export const useOutput = (
  { workspaceId, id, stream }: OutputOf,
  from: ReadFrom,
): ReadOutput & { readonly more: () => void } => {
  const [read, setRead] = useState(nothing);
  const [pages, setPages] = useState(1);
  /** Where the page after the last one begins. */
  const next = useRef(0);
  useEffect(() => {
    let isShown = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const step = async (offset: number): Promise<void> => {
      const answer = await bridge.request("command.output", {
        workspaceId,
        id,
        stream,
        offset,
        limit: PAGE_BYTES,
      });
      if (!isShown) return;
      if (!answer.ok) {
        setRead((was) => ({ ...was, failure: answer.error }));
        return;
      }
      const page = answer.value;
      next.current = page.nextOffset;
      setRead((was) => addPage(was, page));
      const isBehind = restOf(page) > 0;
      if (from === "end" && (isBehind || page.isRunning))
        timer = setTimeout(() => ask(page.nextOffset), isBehind ? 0 : EVERY_MS);
    };
    const ask = (offset: number): void => {
      step(offset).catch((cause: unknown) => console.error("command.output failed", cause));
    };
    ask(from === "end" ? -PAGE_BYTES : next.current);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [workspaceId, id, stream, from, pages]);
  return { ...read, more: () => setPages((was) => was + 1) };
};
