import {
  fail,
  ok,
  type Input,
  type Output,
  type Result,
  type ServerDefinition,
  type ServerId,
  type WorkspaceId,
  type WorkspaceServer,
} from "../../../shared/contract/index.ts";
import { canonicalJson, wellFormed } from "../../../shared/text/index.ts";
import { withoutValues, type ServerManager } from "../mcp/index.ts";
import type { NewId } from "../ports.ts";
import { draft, type Draft } from "../sessions/index.ts";
import { folderMark, type Workspaces } from "../workspaces/index.ts";
import { Decisions, type About, type Begun } from "./decisions.ts";
import { findIgnored } from "./grants.ts";
import { loggedFiles, planOf, type Step } from "./plan.ts";
import { readFolder, type FolderServers } from "./read.ts";
import { freeName, standingOf } from "./standing.ts";
import { tellingValues } from "./telling.ts";

/** The servers that folders bring in files of their own: told of, and taken only one by one by a person (SEC-LINK-03). */
export interface WorkspaceServersRoom {
  /** Reads the folder's files; starts and keeps nothing. */
  list(workspaceId: WorkspaceId): Promise<Result<Output<"workspace.servers">>>;
  /**
   * Does what a person decided about files as they were shown; `stale`, with nothing done, when one is another by now. The
   * decision is in the log before it counts. Rejects when the log cannot be written; then nothing changed.
   */
  decide(input: Input<"workspace.decideServers">): Promise<Result<Output<"workspace.decideServers">>>;
  /** Brings to an end what an earlier host had begun to take: there is a decided server then, or none. Before servers start. */
  settle(): void;
}

/** What the room needs from outside. */
export interface WorkspaceServersPorts {
  readonly config: { get(name: string): unknown; set(name: string, value: unknown): void };
  readonly servers: Pick<ServerManager, "add" | "update" | "start" | "stop" | "list" | "definition">;
  readonly workspaces: Pick<Workspaces, "get">;
  readonly newId: NewId;
  /** Appends to the reserved `system` session. */
  readonly note: (item: Draft) => Promise<void>;
  readonly report: (what: string, error?: unknown) => void;
}

interface Folder {
  readonly path: string;
  /** By path and identity. */
  readonly key: string;
}

const stale = (): Result<never> =>
  fail(
    "stale",
    "The folder's files have changed since they were shown. Nothing was done; read them again and decide anew.",
    { key: "workspaceServersStale" },
  );

/** Names in lower case that servers of the person's have, or that ours need. */
const namesIn = (servers: WorkspaceServersPorts["servers"]): Set<string> =>
  new Set([
    "workspace",
    "knowledge",
    ...servers.list().flatMap(({ isBundled, name }) => (isBundled ? [] : [name.toLowerCase()])),
  ]);

/** A definition without what does not come from the folder's file, to be compared. */
const standingText = (definition: ServerDefinition): string => {
  const { isEnabled: _, origin: __, isTrusted: ___, ...standing } = withoutValues(definition);
  return canonicalJson(wellFormed(standing).value);
};

class Room implements WorkspaceServersRoom {
  readonly #ports: WorkspaceServersPorts;
  readonly #decisions: Decisions;
  #deciding: Promise<unknown> = Promise.resolve();

  constructor(ports: WorkspaceServersPorts) {
    this.#ports = ports;
    this.#decisions = new Decisions(ports.config);
  }

  async list(workspaceId: WorkspaceId): Promise<Result<Output<"workspace.servers">>> {
    const folder = this.#folder(workspaceId);
    if (!folder.ok) return folder;
    const { path } = folder.value;
    const [read, ignored] = await Promise.all([readFolder(path), findIgnored(path)]);
    const names = namesIn(this.#ports.servers);
    const files = read.map((file) => {
      const { client, path: name, sha256, problems } = file;
      const servers = this.#shown(folder.value, file, names);
      return { client, path: name, ...(sha256 === null ? {} : { sha256 }), servers, problems: [...problems] };
    });
    return ok({ files, ignored });
  }

  /** One after the other, so that each of two windows that decide at once sees what the other has done. */
  decide(input: Input<"workspace.decideServers">): Promise<Result<Output<"workspace.decideServers">>> {
    const decided = this.#deciding.then(() => this.#decide(input));
    this.#deciding = decided.catch(() => undefined);
    return decided;
  }

  async #decide({
    workspaceId,
    files,
  }: Input<"workspace.decideServers">): Promise<Result<Output<"workspace.decideServers">>> {
    const folder = this.#folder(workspaceId);
    if (!folder.ok) return folder;
    const { path } = folder.value;
    const steps = planOf(await readFolder(path), files);
    if (steps === null) return stale();
    const { key } = folder.value;
    // Another window has taken it meanwhile: a refusal would stand in the log while it runs.
    if (steps.some((step) => !step.isTaken && this.#standing(key, step).state === "taken")) return stale();
    const logged = { workspaceId, path, by: "person" as const, files: loggedFiles(steps, files) };
    await this.#ports.note(draft("workspace.serversDecided", logged));
    const taken: Output<"workspace.decideServers">["taken"] = [];
    const failed: Output<"workspace.decideServers">["failed"] = [];
    for (const step of steps) {
      const done = await this.#do(folder.value, step);
      const about = { path: step.path, givenName: step.server.givenName };
      if (!done.ok) failed.push({ ...about, error: done.error });
      else if (done.value !== null) taken.push({ ...about, serverId: done.value });
    }
    return ok({ taken, failed });
  }

  #folder(workspaceId: WorkspaceId): Result<Folder> {
    const path = this.#ports.workspaces.get(workspaceId)?.path;
    if (path === undefined)
      return fail("notFound", "This workspace is not known any more. Open its folder again.", {
        key: "workspaceUnknown",
      });
    return ok({ path, key: `${folderMark(path) ?? "gone"} ${path}` });
  }

  #shown({ key: folder }: Folder, file: FolderServers, names: Set<string>): WorkspaceServer[] {
    const { servers } = this.#ports;
    return file.servers.map(({ givenName, definition, notes, isReady, hash }) => {
      const decision = this.#decisions.of({ folder, file: file.path, name: givenName });
      const standing = standingOf(hash, decision, (serverId) => servers.definition(serverId));
      const made = standing.serverId === undefined ? undefined : servers.definition(standing.serverId);
      const name = made?.ok === true ? made.value.name : freeName(definition.name, names);
      names.add(name.toLowerCase());
      return {
        givenName,
        definition: withoutValues({ ...definition, name }),
        notes,
        isReady,
        telling: tellingValues(definition.transport),
        ...standing,
      };
    });
  }

  /** Does one decision; answers the server that was taken, null for a refusal. */
  async #do(
    { key: folder }: Folder,
    { path: file, server, isTaken, name }: Step,
  ): Promise<Result<ServerId | null>> {
    const { hash } = server;
    const about: About = { folder, file, name: server.givenName };
    const definition = { ...server.definition, name };
    const shown = withoutValues(definition);
    if (!isTaken) {
      this.#decisions.refuse(about, hash, shown);
      return ok(null);
    }
    const { serverId: known, state } = this.#standing(folder, { path: file, server });
    if (known !== undefined && state === "taken") return ok(known);
    const serverId = known ?? (this.#ports.newId("srv") as ServerId);
    const taking: Begun = { ...about, hash, definition: shown, serverId, change: "new" };
    if (known !== undefined) taking.change = this.#isDone(taking) ? "values" : "visible";
    this.#decisions.begin(taking);
    const made =
      known === undefined ? this.#add(definition, serverId) : await this.#update(known, definition);
    if (!made.ok) {
      this.#decisions.drop(taking);
      return made;
    }
    this.#taken(taking);
    return made;
  }

  #taken(taking: Begun): void {
    // Started first, which is kept too: what is decided about runs, also after a host that ends between the two.
    // How the start goes is seen in the server's state.
    this.#ports.servers.start(taking.serverId).catch((error: unknown) => {
      this.#ports.report("a folder's server could not be started", error);
    });
    this.#decisions.take(taking);
  }

  settle(): void {
    for (const taking of this.#decisions.begun()) {
      const isThere = this.#ports.servers.definition(taking.serverId).ok;
      const isTaken = taking.change === "new" ? isThere : taking.change === "visible" && this.#isDone(taking);
      if (isTaken) this.#taken(taking);
      else this.#decisions.drop(taking);
    }
  }

  /** Whether the server is by now as it is to be, values apart. */
  #isDone({ serverId, definition }: Begun): boolean {
    const now = this.#ports.servers.definition(serverId);
    return now.ok && standingText(now.value) === standingText(definition);
  }

  #standing(folder: string, { path: file, server }: Pick<Step, "path" | "server">) {
    const decision = this.#decisions.of({ folder, file, name: server.givenName });
    return standingOf(server.hash, decision, (serverId) => this.#ports.servers.definition(serverId));
  }

  #add(definition: ServerDefinition, serverId: ServerId): Result<ServerId> {
    const added = this.#ports.servers.add({ ...definition, isEnabled: false }, serverId);
    return added.ok ? ok(added.value.serverId) : added;
  }

  /** The person's marks of trust were for what it was before, so they do not go over to what it is now. */
  async #update(serverId: ServerId, definition: ServerDefinition): Promise<Result<ServerId>> {
    // Stopped first, so that the change does not wait for the start of what it makes.
    await this.#ports.servers.stop(serverId);
    const updated = await this.#ports.servers.update(serverId, definition);
    return updated.ok ? ok(serverId) : updated;
  }
}

/** Makes the room. Decisions are kept in `config`, never in the folder they are about. */
export const createWorkspaceServers = (ports: WorkspaceServersPorts): WorkspaceServersRoom => new Room(ports);
