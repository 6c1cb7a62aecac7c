import { z } from "zod";

const id = <B extends string>(brand: B) => z.string().min(1).max(128).brand(brand);

/** Branded ids: opaque strings made by the host, never parsed, never empty. `system` is a reserved session id (design §4). */
export const SessionId = id("SessionId");
export type SessionId = z.infer<typeof SessionId>;
export const TurnId = id("TurnId");
export type TurnId = z.infer<typeof TurnId>;
export const StepId = id("StepId");
export type StepId = z.infer<typeof StepId>;
export const CallId = id("CallId");
export type CallId = z.infer<typeof CallId>;
export const ServerId = id("ServerId");
export type ServerId = z.infer<typeof ServerId>;
export const ModelId = id("ModelId");
export type ModelId = z.infer<typeof ModelId>;
export const WorkspaceId = id("WorkspaceId");
export type WorkspaceId = z.infer<typeof WorkspaceId>;

/** SHA-256 as `sha256:<64 hex digits>`. */
export const Sha256 = z.string().regex(/^sha256:[0-9a-f]{64}$/);
export type Sha256 = z.infer<typeof Sha256>;

/** Milliseconds since 1970-01-01 UTC, an integer. */
export const Millis = z.int().nonnegative();
