import { z } from "zod";
import { Failure } from "./errors.ts";
import { Millis, ServerId } from "./ids.ts";
import { ServerState } from "./servers.ts";

/** Longest policy text, in UTF-16 units. */
const MAX_POLICY_CHARS = 1_000_000;

const PolicyText = z.string().max(MAX_POLICY_CHARS);

/** A team server as a person sets it up: its name here and the address it listens on. The rest stands in its policy file. */
export const TeamDefinition = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(60)
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9 _.-]*$/u,
      "letters, digits, space, dot, dash and underscore; starts with a letter or digit",
    ),
  /** Address without port; 127.0.0.1 is reached from this computer alone. */
  host: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[A-Za-z0-9.:-]+$/, "an address or a name of this computer, without port"),
  /** 0 takes a free one at each start. */
  port: z.int().min(0).max(65_535),
});
export type TeamDefinition = z.infer<typeof TeamDefinition>;

/** One thing wrong with a policy's text. Lines count from 1; `field` is empty where the text is no JSON. */
export const PolicyProblem = z.strictObject({ line: z.int().min(1), field: z.string(), message: z.string() });
export type PolicyProblem = z.infer<typeof PolicyProblem>;

/** A call of a client as the team server's own audit tells of it. */
export const TeamCall = z.strictObject({
  at: Millis,
  project: z.string(),
  identity: z.string(),
  /** Empty for a request that was refused before it named a tool. */
  tool: z.string(),
  requestId: z.string().nullable(),
  /** `running` while it was let in and has not ended. */
  decision: z.enum(["running", "allowed", "denied", "refused"]),
  /** `ok`, or the code or reason of the failure. */
  outcome: z.string(),
  durationMs: z.int().nullable(),
});
export type TeamCall = z.infer<typeof TeamCall>;

/** What a running team server says of itself. */
export const TeamHealth = z.strictObject({
  at: Millis,
  /** `silent` when it did not answer the last time it was asked. */
  status: z.enum(["ready", "draining", "silent"]),
  running: z.int().nonnegative(),
  queued: z.int().nonnegative(),
  /** `lastGood` when the file is broken and the policy before it still counts. */
  policy: z.enum(["current", "lastGood"]),
});
export type TeamHealth = z.infer<typeof TeamHealth>;

/** A team server with its state. */
export const TeamInfo = z.strictObject({
  teamId: ServerId,
  definition: TeamDefinition,
  state: ServerState,
  stateAt: Millis,
  pid: z.int().optional(),
  /** Where it listens, while it is ready. */
  url: z.string().optional(),
  lastError: Failure.optional(),
  restarts: z.int().nonnegative(),
  /** What a start runs, exactly. */
  command: z.array(z.string()),
  policy: z.strictObject({
    path: z.string(),
    /** SHA-256 of the file as it is; null when it cannot be read. */
    hash: z.string().nullable(),
    /** The file is not what was saved here last. */
    isChangedOutside: z.boolean(),
    problems: z.array(PolicyProblem),
    projects: z.array(z.string()),
  }),
  health: TeamHealth.optional(),
  /** The latest first. */
  calls: z.array(TeamCall),
});
export type TeamInfo = z.infer<typeof TeamInfo>;

/** The policy file as it lies on disk. */
export const TeamPolicy = z.strictObject({
  text: z.string(),
  hash: z.string(),
  isChangedOutside: z.boolean(),
  problems: z.array(PolicyProblem),
});
export type TeamPolicy = z.infer<typeof TeamPolicy>;

const about = z.strictObject({ teamId: ServerId });

/** Inputs and outputs of the requests about team servers. */
export const teamShapes = {
  about,
  add: z.strictObject({ definition: TeamDefinition, policyText: PolicyText }),
  update: z.strictObject({ teamId: ServerId, definition: TeamDefinition }),
  check: z.strictObject({ teamId: ServerId.optional(), text: PolicyText }),
  checked: z.strictObject({ problems: z.array(PolicyProblem) }),
  save: z.strictObject({ teamId: ServerId, text: PolicyText, baseHash: z.string().max(100) }),
  /** `backup` is where the text before lies now. */
  saved: z.strictObject({ hash: z.string(), backup: z.string() }),
} as const;
