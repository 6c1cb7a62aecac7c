import type { ServerLogLine, Severity } from "../../../shared/contract/index.ts";
import type { TestHost } from "../../fakes/hostProcess.ts";
import type { Chat } from "../chat.ts";
import type { CaseServer } from "../mcp/caseServers.ts";
import type { Verdict } from "../types.ts";
import type { Noted } from "../watch.ts";

/** What one vector of a case led to. What an adapter cannot tell is left out, and no expectation on it ever holds. */
export interface Observed {
  /** The vector in words, for reports. */
  readonly what: string;
  /** The file it names, where it names one. */
  readonly path?: string;
  readonly isError?: boolean;
  readonly errorCode?: string;
  readonly text?: string;
  readonly isEmpty?: boolean;
  readonly isTruncated?: boolean;
  readonly ms?: number;
  readonly decision?: "allow" | "ask" | "deny";
  readonly severity?: Severity;
  readonly flags?: readonly string[];
  readonly isProtected?: boolean;
  readonly isAutoApprovable?: boolean;
  /** Of a bundle: refused with nothing left, or shown in full and not started; `left` is neither. */
  readonly bundle?: "rejected" | "shown" | "left";
  /** Of a server: whether it runs, its state in the words of a case, and what a person is shown of it. */
  readonly started?: boolean;
  readonly state?: string;
  readonly shown?: string;
  /** Of a call: the server and tool as the case names them. */
  readonly called?: string;
  /** From ending a server until no process of its tree was left, in milliseconds; Infinity when one stayed. */
  readonly goneMs?: number;
  /** Of a sign-in: the pages that a person was asked about. */
  readonly pages?: readonly string[];
}

/** A way to put vectors to the product. */
export interface Adapter {
  /** @throws NotRun when this kind of vector cannot be tried */
  tryVector(vector: unknown): Promise<Observed>;
  /** The decision on a vector under a rule or mode that the case names, where that can be told. */
  decisionUnder?(rule: string, vector: unknown): "allow" | "ask" | "deny" | undefined;
  /** Vectors are judged and nothing is run. */
  readonly isPure: boolean;
  readonly chat?: Chat;
  readonly host?: TestHost;
  /** The case's servers by name. */
  readonly servers?: readonly CaseServer[];
  /** The log of a server, as the host keeps it. */
  logOf?(server: string): Promise<readonly ServerLogLine[]>;
  /** Where the host wanted to connect to and what it started. */
  noted?(): Noted[];
  /** What `thenCall` was decided as, and whatever else the case asserts in words of its own. */
  readonly own?: Readonly<Record<string, (wanted: unknown) => Verdict | Promise<Verdict>>>;
  /** Internet sockets the tools' process was seen with. */
  socketsSeen?(): number;
  /** Most memory that was gained, in MB. */
  growthMb?(): number;
  close(): Promise<void>;
}

/** Everything an assertion can look at after all vectors were tried. */
export interface Tried {
  readonly id: string;
  readonly adapter: Adapter;
  readonly vectors: readonly unknown[];
  readonly seen: readonly Observed[];
  readonly sinkHits: () => number;
}

/** An expectation's verdict with the part of the case it belongs to. */
export interface Finding {
  readonly part: "harm" | "control" | "setup";
  readonly verdict: Verdict;
}
