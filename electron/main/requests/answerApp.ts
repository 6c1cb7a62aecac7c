import { fail } from "../result/index.ts";
import type { AppInput, AppOutput, AppRequestName, Result } from "../../../shared/contract/index.ts";

/** One handler per request of `appRequests`; a missing one does not compile (ARCH-03). They may reject: that is a bug. */
export type AppHandlers = {
  readonly [N in AppRequestName]: (input: AppInput<N>) => Promise<Result<AppOutput<N>>>;
};

/**
 * Parses a request to main strictly and hands it to its handler. The schemas are loaded with the first request: zod is no
 * part of the start.
 */
export async function answerApp<N extends AppRequestName>(
  handlers: AppHandlers,
  name: N,
  params: unknown,
): Promise<Result<AppOutput<N>>> {
  const { appRequests } = await import("../../../shared/contract/app.ts");
  const parsed = appRequests[name].input.safeParse(params);
  if (!parsed.success) {
    const where = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    return fail("invalidInput", `${name} was refused: its parameters are not what it takes.`, {
      detail: where.join("\n").slice(0, 2000),
    });
  }
  return handlers[name](parsed.data as AppInput<N>);
}
