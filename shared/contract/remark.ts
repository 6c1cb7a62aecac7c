import { z } from "zod";
import { Failure } from "./errors.ts";

/**
 * Something to know that is no failure: a note on an imported server, a line that Loopwright itself wrote into a server's log.
 * `text` is English and whole; `key` and `params` let the page say the same in the person's language (`remarks:<key>`), and
 * `cause` is the failure that stands in it as `{{cause}}`. Without a key the text is another's words and shown as it is.
 */
export const Remark = z.strictObject({
  text: z.string(),
  key: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  cause: Failure.optional(),
});
export type Remark = z.infer<typeof Remark>;
