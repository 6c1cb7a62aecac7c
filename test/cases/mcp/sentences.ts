import type { ScriptedBehaviour } from "../../servers/behaviour.ts";
import { NotRun, wordOf } from "../types.ts";

/** What cases say in words about a server over standard input and output, and what the scripted server is told for it. */
const behaviours: Readonly<Record<string, ScriptedBehaviour>> = {
  "each reply in 3 pieces, one cut inside a UTF-8 character": { splitChunks: 3 },
  "send tools/list_changed 200 times, then answer": { announcesPerCall: 200 },
  "send one list_changed for every tools/list request": { announcesPerList: 1 },
  "always [t1,t2] with nextCursor 'c'": {
    pages: { "": { tools: ["t1", "t2"], nextCursor: "c" }, c: { tools: ["t1", "t2"], nextCursor: "c" } },
  },
  "[t1] nextCursor ''": { pages: { "": { tools: ["t1"], nextCursor: "" } } },
  "a->b->a->b": {
    pages: {
      "": { tools: ["t1"], nextCursor: "a" },
      a: { tools: ["t2"], nextCursor: "b" },
      b: { tools: ["t1", "t3"], nextCursor: "a" },
    },
  },
  "[t1] nextCursor 'n1'; [t2] no cursor": {
    pages: { "": { tools: ["t1"], nextCursor: "n1" }, n1: { tools: ["t2"] } },
  },
  SIGTERM: { ignoreSigterm: true },
  "stdin end": { ignoreStdinEnd: true },
};

/** @throws NotRun for a sentence that stands in no table here */
export const behaviourOf = (sentence: unknown): ScriptedBehaviour => {
  const known = Object.hasOwn(behaviours, wordOf(sentence)) ? behaviours[wordOf(sentence)] : undefined;
  if (!known) throw new NotRun(`by hand: a server that does "${wordOf(sentence)}"`);
  return known;
};

/** How a server over HTTP answers what it does not want, as a case writes it: `405`, `200 application/json {}`, `400 'text'`. */
export const httpAnswer = (said: unknown): { status: number; type: string; body: string } => {
  const parts = /^(?<status>\d{3})(?: (?<type>\w+\/\w+) (?<json>.+)| '(?<text>.+)')?$/.exec(
    wordOf(said),
  )?.groups;
  if (!parts) throw new NotRun(`by hand: a server that answers "${wordOf(said)}"`);
  return {
    status: Number(parts["status"]),
    type: parts["type"] ?? "text/plain",
    body: parts["json"] ?? parts["text"] ?? "",
  };
};

/** Sentences that say nothing the usual scripted server would not do. */
const usual = [
  "works (initialize, tools/list, echo)",
  "echo increments a counter on the server",
  "forget all sessions",
  "access token expired; refresh tokens are single use; a second use gives invalid_grant and revokes the family",
];

/** @throws NotRun for a sentence that asks for more than the fakes do by themselves */
export const checkUsual = (sentence: unknown): void => {
  if (sentence !== undefined && !usual.includes(wordOf(sentence)))
    throw new NotRun(`by hand: a server that "${wordOf(sentence)}"`);
};
