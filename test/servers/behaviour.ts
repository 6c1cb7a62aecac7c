/** Any part of a behaviour file. */
type Json = Readonly<Record<string, unknown>>;

/** What a call of one tool is answered. */
export interface ResultScript {
  /** A whole result, sent as it stands. */
  readonly result?: Json;
  /** The argument `text` as it came. */
  readonly echo?: true;
  /** One text of so many bytes. */
  readonly textBytes?: number;
  /** It has no line breaks; a text of ours never has. */
  readonly singleLine?: true;
  readonly contentItems?: number;
  /** `structuredContent` of so many levels. */
  readonly structuredDepth?: number;
  /** No answer ever comes. */
  readonly never?: true;
  readonly progressEveryMs?: number;
  /** An answer that is begun and goes on so fast without ever ending its line. */
  readonly neverNewlineBytesPerSec?: number;
}

/** One page of a tool list. */
export interface ListPage {
  readonly tools: readonly string[];
  readonly nextCursor?: string;
}

/** Everything the scripted server can be told to do. All of it is JSON, so that a case file can say it. */
export interface ScriptedBehaviour {
  readonly serverInfoName?: string;
  /** Definitions as they are listed; `{json}` holds one as text, for what a parser would not keep. */
  readonly tools?: readonly Json[];
  /** From so many calls on it lists {@link thenTools}. */
  readonly afterCalls?: number;
  readonly thenTools?: readonly Json[];
  /** It announces that change. */
  readonly notify?: "list_changed";
  /** Announcements before each answer to a call. */
  readonly announcesPerCall?: number;
  /** Announcements with each answer to a listing. */
  readonly announcesPerList?: number;
  /** Pages by cursor; the first is that of the empty cursor. */
  readonly pages?: Readonly<Record<string, ListPage>>;
  readonly endlessCursor?: true;
  readonly results?: Readonly<Record<string, ResultScript>>;
  /** Written to stderr at the start. */
  readonly stderr?: string;
  readonly stderrBytesPerSec?: number;
  /** Lines on stdout before the first message is read. */
  readonly rawBeforeInit?: readonly string[];
  /** The same as bytes, each with a line end. */
  readonly rawBytes64?: readonly string[];
  /** Written to stdout before each message, as it stands. */
  readonly rawBetween?: string;
  /** A line that looks like an answer, before each message. */
  readonly logAsResponse?: string;
  readonly crlf?: boolean;
  /** Each message is written in so many pieces, one cut inside a character where that can be. */
  readonly splitChunks?: number;
  readonly spawnGrandchild?: boolean;
  readonly ignoreSigterm?: boolean;
  readonly ignoreStdinEnd?: boolean;
  /** A file to which each message it gets is added as a line of JSON. */
  readonly record?: string;
}

/** Every word of {@link ScriptedBehaviour} that a case may use, with those of a result. */
export const behaviourWords: readonly (keyof ScriptedBehaviour)[] = [
  "serverInfoName",
  "tools",
  "afterCalls",
  "thenTools",
  "notify",
  "announcesPerCall",
  "announcesPerList",
  "pages",
  "endlessCursor",
  "results",
  "stderr",
  "stderrBytesPerSec",
  "rawBeforeInit",
  "rawBytes64",
  "rawBetween",
  "logAsResponse",
  "crlf",
  "splitChunks",
  "spawnGrandchild",
  "ignoreSigterm",
  "ignoreStdinEnd",
];

export const resultWords: readonly (keyof ResultScript)[] = [
  "result",
  "echo",
  "textBytes",
  "singleLine",
  "contentItems",
  "structuredDepth",
  "never",
  "progressEveryMs",
  "neverNewlineBytesPerSec",
];
