import type { NoSandboxCause, Sandbox, SandboxState } from "./types.ts";

/**
 * Where there is no sandbox: programs start as they are.
 * @param why what is missing and how to get it, as the rest of "Commands run without a sandbox: …"
 */
export function createNoSandbox(cause: NoSandboxCause, why: string): Sandbox {
  const state: SandboxState = { kind: "none", reason: `Commands run without a sandbox: ${why}`, cause };
  return {
    state: async () => await Promise.resolve(state),
    wrap: async ({ program, args, env }) =>
      await Promise.resolve({ program, args, env: { ...env }, kind: "none", end: () => undefined }),
  };
}
