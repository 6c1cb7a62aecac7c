import { create, useStore } from "zustand";
import type { ServerId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { createTeamsStore, type TeamsView } from "./store.ts";

/** The window's one store of team servers. */
export const teamsStore = createTeamsStore(bridge);

/** A part of what is known of the team servers. */
export const useTeams = <T>(select: (view: TeamsView) => T): T => useStore(teamsStore, select);

/** What the dialog is open for: a new team server, or one whose name or address is changed. */
export type TeamForm = { readonly kind: "add" } | { readonly kind: "edit"; readonly teamId: ServerId };

interface TeamChoices {
  readonly selected: ServerId | undefined;
  readonly form: TeamForm | undefined;
}

/** Choices of the person about team servers. */
export const useTeamChoices = create<TeamChoices>(() => ({ selected: undefined, form: undefined }));

/** Shows one team server, or the list again. */
export const selectTeam = (selected: ServerId | undefined): void => useTeamChoices.setState({ selected });

/** Opens the dialog that sets a team server up. */
export const startAddingTeam = (): void => useTeamChoices.setState({ form: { kind: "add" } });
