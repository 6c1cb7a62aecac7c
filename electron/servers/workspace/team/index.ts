import { BadArguments, teamOptions } from "./arguments.ts";
import { BadPolicy } from "./policy/index.ts";
import { runTeamServer } from "./run.ts";

/**
 * `loopwright-workspace --http`: serves a team until it is told to end.
 * Rejects with an error whose message a person can act on when it cannot start.
 * @param args of the command line
 */
export async function runTeam(args: readonly string[]): Promise<void> {
  try {
    await runTeamServer(teamOptions(args));
  } catch (error) {
    if (error instanceof BadArguments) throw error;
    if (error instanceof BadPolicy)
      throw new Error(`The policy file cannot be used:\n${error.message}\nCorrect it and start again.`, {
        cause: error,
      });
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The team server cannot start: ${why}`, { cause: error });
  }
}
