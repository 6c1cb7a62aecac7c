import path from "node:path";
import {
  ok,
  type PolicyProblem,
  type Result,
  type ServerId,
  type ServerLogLine,
  type TeamDefinition,
  type TeamInfo,
  type TeamPolicy,
} from "../../../shared/contract/index.ts";
import { checkPolicy } from "./checkPolicy.ts";
import { TeamDefinitions } from "./definitions.ts";
import { brokenPolicy, stalePolicy, unknownTeam } from "./failures.ts";
import { foldersOf, policyHash, readPolicyFile, writePolicyFile } from "./policyFile.ts";
import { defaultLimits, type TeamPorts } from "./ports.ts";
import { TeamRun } from "./run.ts";

/** Who hears of the team servers. */
interface TeamListeners {
  readonly onChanged: (change: { team?: TeamInfo; removed?: ServerId }) => void;
  readonly onLogged: (teamId: ServerId, lines: ServerLogLine[]) => void;
}

/**
 * The team servers of a person (TOOL-10): each a process of its own that serves other people's clients over HTTP, under a
 * policy file in the data folder. None starts by itself; all end with the host.
 */
export class Teams {
  readonly #ports: TeamPorts;
  readonly #listeners: TeamListeners;
  readonly #definitions: TeamDefinitions;
  readonly #runs = new Map<ServerId, TeamRun>();
  readonly #end = new AbortController();
  #isWatching = false;

  constructor(ports: TeamPorts, listeners: TeamListeners) {
    this.#ports = ports;
    this.#listeners = listeners;
    this.#definitions = new TeamDefinitions(ports.store);
    for (const stored of this.#definitions.all()) this.#runOf(stored.teamId);
    this.#watchOn();
  }

  /** All of them as they stand now; looks at their policy files and audits first. */
  async list(): Promise<TeamInfo[]> {
    const runs = [...this.#runs.values()];
    await Promise.all(runs.map((run) => run.look()));
    return runs.map((run) => run.info());
  }

  /** Sets one up: writes its policy, which must be good, and keeps its definition. */
  async add(definition: TeamDefinition, policyText: string): Promise<Result<{ teamId: ServerId }>> {
    const refused = this.#definitions.refusal(definition);
    if (refused !== null) return refused;
    const teamId = this.#ports.newId("team") as ServerId;
    const written = await this.#write(teamId, policyText);
    if (!written.ok) return written;
    const hash = policyHash(policyText);
    this.#definitions.put({ teamId, definition, policyHash: hash });
    this.#ports.onEvent("server.added", { serverId: teamId, name: definition.name, configHash: hash });
    const run = this.#runOf(teamId);
    await run?.look();
    this.#watchOn();
    return ok({ teamId });
  }

  /** Changes name or address. */
  update(teamId: ServerId, definition: TeamDefinition): Result<null> {
    const stored = this.#definitions.get(teamId);
    if (stored === undefined) return unknownTeam();
    const refused = this.#definitions.refusal(definition, teamId);
    if (refused !== null) return refused;
    const next = { ...stored, definition };
    this.#definitions.put(next);
    const run = this.#runOf(teamId);
    if (run !== undefined) run.stored = next;
    const configHash = policyHash(JSON.stringify(definition));
    this.#ports.onEvent("server.updated", { serverId: teamId, name: definition.name, configHash });
    return ok(null);
  }

  /** Stops and forgets one. Its folder stays: the audit in it is not ours to lose. */
  async remove(teamId: ServerId): Promise<Result<{ keptAt: string }>> {
    const run = this.#runs.get(teamId);
    if (run === undefined) return unknownTeam();
    await run.stop();
    this.#runs.delete(teamId);
    this.#definitions.remove(teamId);
    this.#ports.onEvent("server.removed", { serverId: teamId });
    this.#listeners.onChanged({ removed: teamId });
    return ok({ keptAt: foldersOf(this.#ports.dataDir, teamId).whole });
  }

  async start(teamId: ServerId): Promise<Result<null>> {
    const run = this.#runs.get(teamId);
    if (run === undefined) return unknownTeam();
    const started = await run.start();
    await run.look();
    return started;
  }

  async stop(teamId: ServerId): Promise<Result<null>> {
    const run = this.#runs.get(teamId);
    if (run === undefined) return unknownTeam();
    await run.stop();
    return ok(null);
  }

  log(teamId: ServerId): Result<ServerLogLine[]> {
    const run = this.#runs.get(teamId);
    return run === undefined ? unknownTeam() : ok(run.log.lines);
  }

  async readPolicy(teamId: ServerId): Promise<Result<TeamPolicy>> {
    const stored = this.#definitions.get(teamId);
    if (stored === undefined) return unknownTeam();
    const read = await readPolicyFile(foldersOf(this.#ports.dataDir, teamId).policyFile);
    if (!read.ok) return read;
    const hash = policyHash(read.value);
    const problems = await this.problemsOf(read.value, teamId);
    return ok({ text: read.value, hash, isChangedOutside: hash !== stored.policyHash, problems });
  }

  /** What is wrong with a text, as the team server itself would say it. Writes nothing. */
  async problemsOf(text: string, teamId: string = "new"): Promise<PolicyProblem[]> {
    const { policyFile, state } = foldersOf(this.#ports.dataDir, teamId);
    return [...(await checkPolicy(text, path.dirname(policyFile), state)).problems];
  }

  /** Saves a policy that is good over the file that was read as `baseHash`. A running server takes it up by itself. */
  async savePolicy(
    teamId: ServerId,
    text: string,
    baseHash: string,
  ): Promise<Result<{ hash: string; backup: string }>> {
    const stored = this.#definitions.get(teamId);
    if (stored === undefined) return unknownTeam();
    const { policyFile } = foldersOf(this.#ports.dataDir, teamId);
    const present = await readPolicyFile(policyFile);
    // A file that is gone can be written again; one that is another must be looked at first.
    if (present.ok && policyHash(present.value) !== baseHash) return stalePolicy(policyFile);
    const written = await this.#write(teamId, text);
    if (!written.ok) return written;
    const hash = policyHash(text);
    const next = { ...stored, policyHash: hash };
    this.#definitions.put(next);
    this.#ports.onEvent("config.changed", {
      name: "team.policy",
      value: { teamId, team: stored.definition.name, beforeHash: baseHash, afterHash: hash, by: "person" },
    });
    const run = this.#runs.get(teamId);
    if (run !== undefined) {
      run.stored = next;
      await run.look();
    }
    return ok({ hash, backup: written.value });
  }

  /** Ends all of them. Nothing of them is left when it resolves. */
  async close(): Promise<void> {
    this.#end.abort();
    await Promise.all([...this.#runs.values()].map((run) => run.stop(true)));
  }

  async #write(teamId: ServerId, text: string): Promise<Result<string>> {
    const problems = await this.problemsOf(text, teamId);
    if (problems.length > 0) return brokenPolicy(problems);
    return writePolicyFile(foldersOf(this.#ports.dataDir, teamId).policyFile, text, this.#ports.clock.now());
  }

  #runOf(teamId: ServerId): TeamRun | undefined {
    const known = this.#runs.get(teamId);
    const stored = this.#definitions.get(teamId);
    if (known !== undefined || stored === undefined) return known;
    const run = new TeamRun(stored, this.#ports, {
      onChanged: (team) => {
        this.#listeners.onChanged({ team });
      },
      onLogged: (lines) => {
        this.#listeners.onLogged(teamId, lines);
      },
    });
    this.#runs.set(teamId, run);
    return run;
  }

  /** Looks at them again and again while there are any. */
  #watchOn(): void {
    if (this.#isWatching || this.#runs.size === 0) return;
    this.#isWatching = true;
    this.#watch()
      .catch((error: unknown) => {
        console.error("Watching the team servers failed:", error);
      })
      .finally(() => {
        this.#isWatching = false;
      });
  }

  async #watch(): Promise<void> {
    const lookMs = this.#ports.limits?.lookMs ?? defaultLimits.lookMs;
    while (this.#runs.size > 0) {
      await this.#ports.clock.wait(lookMs, this.#end.signal);
      if (this.#end.signal.aborted) return;
      await Promise.all([...this.#runs.values()].map((run) => run.look()));
    }
  }
}
