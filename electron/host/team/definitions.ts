import { z } from "zod";
import { fail, ServerId, TeamDefinition, type Result } from "../../../shared/contract/index.ts";
import type { DefinitionStore } from "../mcp/index.ts";

const KEY = "teamServers";

/** A team server as it is kept. `policyHash` is the policy as it was saved here last: what differs came from outside. */
const StoredTeam = z.object({ teamId: ServerId, definition: TeamDefinition, policyHash: z.string() });
export type StoredTeam = z.infer<typeof StoredTeam>;

/** The person's team servers, kept in the settings store. Entries that cannot be read are left where they are. */
export class TeamDefinitions {
  readonly #store: DefinitionStore;
  readonly #teams = new Map<ServerId, StoredTeam>();
  readonly #unreadable: unknown[] = [];

  constructor(store: DefinitionStore) {
    this.#store = store;
    const kept = store.get(KEY);
    for (const entry of Array.isArray(kept) ? (kept as unknown[]) : []) {
      const team = StoredTeam.safeParse(entry);
      if (team.success) this.#teams.set(team.data.teamId, team.data);
      else this.#unreadable.push(entry);
    }
  }

  all(): StoredTeam[] {
    return [...this.#teams.values()];
  }

  get(teamId: ServerId): StoredTeam | undefined {
    return this.#teams.get(teamId);
  }

  /** Why a definition cannot be taken, or null. `teamId` is the one it replaces. */
  refusal({ name }: TeamDefinition, teamId?: ServerId): Result<never> | null {
    const isTaken = this.all().some(
      (other) => other.teamId !== teamId && other.definition.name.toLowerCase() === name.toLowerCase(),
    );
    if (!isTaken) return null;
    return fail("conflict", `There is a team server named "${name}" already. Choose another name.`, {
      key: "teamNameTaken",
      params: { name },
    });
  }

  put(team: StoredTeam): void {
    this.#teams.set(team.teamId, team);
    this.#save();
  }

  remove(teamId: ServerId): void {
    if (this.#teams.delete(teamId)) this.#save();
  }

  #save(): void {
    this.#store.set(KEY, [...this.all(), ...this.#unreadable]);
  }
}
