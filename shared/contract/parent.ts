import { z } from "zod";
import { Failure } from "./errors.ts";
import { Millis } from "./ids.ts";

/**
 * The private talk between the host and the main process that owns it, on the same process channel as the contract, as JSON
 * text (runtime.md). Absent on the stdio carrier: there keys live in memory and children are reaped by the host alone.
 */
export const hostToMain = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("ready"), version: z.string() }),
  /** ARCH-01: a server process was started or is gone. `startTicks` is the kernel's start time where it can be had, against pid reuse. */
  z.strictObject({
    kind: z.literal("processStarted"),
    pid: z.int(),
    startTicks: z.string().nullable(),
    name: z.string(),
    at: Millis,
  }),
  z.strictObject({ kind: z.literal("processEnded"), pid: z.int() }),
  z.strictObject({
    kind: z.literal("secret.put"),
    id: z.int(),
    name: z.string(),
    value: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal("secret.get"), id: z.int(), name: z.string() }),
  /** The host cannot go on: shown to the person instead of restarting for ever. */
  z.strictObject({ kind: z.literal("fatal"), error: Failure }),
]);
export type HostToMain = z.infer<typeof hostToMain>;

export const mainToHost = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("secret.done"),
    id: z.int(),
    where: z.enum(["keyStore", "memory"]),
    value: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal("shutdown") }),
]);
export type MainToHost = z.infer<typeof mainToHost>;

/** A request on either carrier. `id` is the asker's; answers carry it back. */
export const WireRequest = z.strictObject({
  id: z.union([z.int(), z.string().max(100)]),
  method: z.string().max(100),
  params: z.unknown(),
});
export type WireRequest = z.infer<typeof WireRequest>;

/** Largest request text either carrier accepts, in UTF-16 units; a larger one is answered with `invalidInput`. */
export const MAX_REQUEST_CHARS = 16_000_000;
