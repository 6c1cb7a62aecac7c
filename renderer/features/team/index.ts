import type { TeamInfo } from "../../../shared/contract/index.ts";
import { useTeamChoices, useTeams } from "./teams.ts";

export { TeamPage } from "./TeamPage.tsx";
export { TeamDialogs, TeamSection } from "./TeamSection.tsx";

/** The team server that is shown as a page, if one is. */
export const useShownTeam = (): TeamInfo | undefined => {
  const selected = useTeamChoices((choices) => choices.selected);
  return useTeams((view) => view.items.find((item) => item.teamId === selected));
};
