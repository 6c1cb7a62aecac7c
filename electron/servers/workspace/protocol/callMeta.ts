import { z } from "zod";
import { Refusal } from "../outcome/index.ts";

const decidedFile = z.strictObject({
  path: z.string(),
  baseHash: z.string().nullable(),
  content: z.string(),
});

const callMeta = z.object({
  "loopwright/preview": z.boolean().optional(),
  "loopwright/commit": z.strictObject({ files: z.array(decidedFile).min(1) }).optional(),
  "loopwright/requestId": z.string().min(1).max(200).optional(),
});

/** One file of a decision: exactly this content is written if the file still has `baseHash`. */
export type DecidedFile = z.infer<typeof decidedFile>;

/** The host's own part of a call, from `_meta`; empty for any other client. */
export interface CallMeta {
  readonly isPreview: boolean;
  readonly decided: readonly DecidedFile[] | null;
  readonly requestId: string | null;
}

const none: CallMeta = { isPreview: false, decided: null, requestId: null };

/** Reads the `loopwright/…` keys of a call's `_meta`. @throws Refusal `invalidInput` when one is malformed */
export function parseCallMeta(meta: Readonly<Record<string, unknown>> | undefined): CallMeta {
  if (meta === undefined) return none;
  const parsed = callMeta.safeParse(meta);
  if (!parsed.success) {
    throw new Refusal("invalidInput", `The call's _meta is malformed: ${z.prettifyError(parsed.error)}`);
  }
  const isPreview = parsed.data["loopwright/preview"] ?? false;
  const decided = parsed.data["loopwright/commit"]?.files ?? null;
  if (isPreview && decided !== null) {
    throw new Refusal("invalidInput", "A call cannot ask for a preview and carry a commit at the same time.");
  }
  return { isPreview, decided, requestId: parsed.data["loopwright/requestId"] ?? null };
}
