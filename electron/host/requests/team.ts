import { ok, type Handlers } from "../../../shared/contract/index.ts";
import type { Rooms } from "./rooms.ts";

/** What a person does with team servers: set them up, start, stop, watch, and edit their policy (TOOL-10). */
export const teamHandlers = ({ teams }: Rooms) =>
  ({
    "team.list": async () => ok(await teams.list()),
    "team.add": ({ definition, policyText }) => teams.add(definition, policyText),
    "team.update": ({ teamId, definition }) => Promise.resolve(teams.update(teamId, definition)),
    "team.remove": ({ teamId }) => teams.remove(teamId),
    "team.start": ({ teamId }) => teams.start(teamId),
    "team.stop": ({ teamId }) => teams.stop(teamId),
    "team.log": ({ teamId }) => Promise.resolve(teams.log(teamId)),
    "team.readPolicy": ({ teamId }) => teams.readPolicy(teamId),
    "team.checkPolicy": async ({ teamId, text }) => ok({ problems: await teams.problemsOf(text, teamId) }),
    "team.savePolicy": ({ teamId, text, baseHash }) => teams.savePolicy(teamId, text, baseHash),
  }) satisfies Partial<Handlers>;
