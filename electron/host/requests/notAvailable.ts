import { fail, type Handlers, type Result } from "../../../shared/contract/index.ts";

const later = (what: string) => (): Promise<Result<never>> =>
  Promise.resolve(
    fail("notAvailable", `${what} is not available in this version yet.`, {
      key: "notAvailable",
      params: { what },
    }),
  );

/** Requests of the contract whose feature is not built yet: an honest refusal, and nothing of them shows in the window (design §3). */
export const notAvailable = {
  "session.fork": later("Forking a session"),
  "trajectory.import": later("Importing a trajectory"),
  "trajectory.compare": later("Comparing two runs"),
} satisfies Partial<Handlers>;
