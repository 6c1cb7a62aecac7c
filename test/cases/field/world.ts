import type { SessionState } from "../../../shared/session/index.ts";
import type { TestHost } from "../../fakes/hostProcess.ts";
import type { CallResult, Chat } from "../chat.ts";
import type { Lab } from "../lab.ts";
import type { Check, FieldCase, Verdict } from "../types.ts";
import type { McpScene } from "./mcpScene.ts";

/** One step of `do` that was a call. */
export interface StepResult extends CallResult {
  /** For each file a card showed: whether the disk holds what the card said, once the call ran. */
  readonly shownAndWritten: readonly { readonly path: string; readonly isSame: boolean }[];
}

/** A call of a step that was made on several servers, or several times. */
export interface StepRun {
  /** Counted from 1. */
  readonly step: number;
  /** The case's word for the server. */
  readonly label: string;
  readonly result: StepResult;
}

/** One chat with what came of it. */
export interface ChatRecord {
  readonly chat: Chat;
  readonly state: SessionState;
  /** Every text that told the person what went wrong or what is waited for. */
  readonly told: readonly string[];
  /** From sending the message until the first such text, in milliseconds; null when there was none. */
  readonly firstToldMs: number | null;
}

/** Everything one case did, for its checks to look at. */
export interface World {
  readonly item: FieldCase;
  readonly lab: Lab;
  /** A folder of the case's own; the workspace lies in it. */
  readonly folder: string;
  /** The workspace. */
  readonly root: string;
  readonly isByteByByte: boolean;
  /** By position in `do`; undefined for what was no call, or was left out on this system. */
  readonly steps: (StepResult | undefined)[];
  readonly chats: ChatRecord[];
  /** The session that the steps share, while it is open. */
  chat?: Promise<Chat>;
  /** The calls of steps that were made on each server. */
  readonly runs: StepRun[];
  /** Which of that session's requests belong to a step, as first and the one after the last. */
  readonly requestsOf: Map<number, readonly [number, number]>;
  /** The servers that the case describes. */
  scene?: McpScene;
  /** The chat with the other answer that a mock provider also gives. */
  variant?: ChatRecord;
  /** The files before the first step, by path. */
  readonly before: Map<string, Buffer | null>;
  /** Most memory that host and workspace server gained, in MB. */
  growthMb: number;
  /** What checks that belong after a certain step came to. */
  readonly early: Map<Check, Verdict>;
  readonly host: TestHost;
  /** When it began, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** What the checks came to, in the case's order. */
  readonly verdicts: Verdict[];
}
