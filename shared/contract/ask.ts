import { z } from "zod";

/** One request of the contract: what it takes and what it gives. */
export const ask = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });

/** No parameters. */
export const empty = z.strictObject({});
