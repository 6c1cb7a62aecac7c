import { z } from "zod";
import { ServerDefinition, ServerId } from "../../../shared/contract/index.ts";

const KEY = "workspaceServers";
const BEGUN_KEY = "workspaceServersBegun";
const MAX_FOLDERS = 300;
const MAX_DECISIONS = 1000;
const MAX_REFUSED = 20;

const Decision = z.strictObject({
  /** The file within the folder and the server's name in it. */
  file: z.string(),
  name: z.string(),
  /** What was decided about last, values of variables and headers blank. */
  definition: ServerDefinition,
  /** Hashes of what was refused, the last ones. */
  refused: z.array(z.string()),
  taken: z.strictObject({ hash: z.string(), serverId: ServerId }).optional(),
});
/** What a person decided about one server of a folder's own. */
export type Decision = z.infer<typeof Decision>;

const Stored = z.array(z.strictObject({ folder: z.string(), decisions: z.array(Decision) }));

const Begun = z.strictObject({
  folder: z.string(),
  file: z.string(),
  name: z.string(),
  hash: z.string(),
  /** As it is to be added or changed to, values blank. */
  definition: ServerDefinition,
  serverId: ServerId,
  /** `values`: only those differ from what is there, so that nobody can tell later whether it was done. */
  change: z.enum(["new", "visible", "values"]),
});
/** A server that is being taken: written down before it is added or changed, because the two cannot be kept at once. */
export type Begun = z.infer<typeof Begun>;

/** Which server of which folder: the folder by path and identity, so that neither a copy nor a namesake inherits a decision. */
export interface About {
  readonly folder: string;
  readonly file: string;
  readonly name: string;
}

interface Config {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

/** Decisions about folders' own servers, in the host's own database, never in the folder (security.md 0.5). */
export class Decisions {
  readonly #config: Config;

  constructor(config: Config) {
    this.#config = config;
  }

  of({ folder, file, name }: About): Decision | undefined {
    return this.#read()
      .find((one) => one.folder === folder)
      ?.decisions.find((one) => one.file === file && one.name === name);
  }

  refuse(about: About, hash: string, definition: ServerDefinition): void {
    const known = this.of(about);
    const refused = [hash, ...(known?.refused ?? []).filter((one) => one !== hash)].slice(0, MAX_REFUSED);
    this.#put(about, { refused, definition, ...(known?.taken ? { taken: known.taken } : {}) });
  }

  /** What a host that ended meanwhile had begun to take, or what could not be kept. */
  begun(): readonly Begun[] {
    const kept = z.array(Begun).safeParse(this.#config.get(BEGUN_KEY) ?? []);
    return kept.success ? kept.data : [];
  }

  begin(taking: Begun): void {
    this.#config.set(BEGUN_KEY, [taking, ...this.#begunBut(taking)]);
  }

  /** Nothing came of it: the decision is as it was before. */
  drop(taking: Begun): void {
    this.#config.set(BEGUN_KEY, this.#begunBut(taking));
  }

  take(taking: Begun): void {
    const { hash, definition, serverId } = taking;
    const refused = (this.of(taking)?.refused ?? []).filter((one) => one !== hash);
    this.#put(taking, { refused, definition, taken: { hash, serverId } });
    this.drop(taking);
  }

  #begunBut({ serverId }: Begun): Begun[] {
    return this.begun().filter((one) => one.serverId !== serverId);
  }

  #read(): z.infer<typeof Stored> {
    const kept = Stored.safeParse(this.#config.get(KEY) ?? []);
    // What cannot be read was decided by nobody that we know of: it is asked again.
    return kept.success ? kept.data : [];
  }

  #put({ folder, file, name }: About, decided: Omit<Decision, "file" | "name">): void {
    const all = this.#read();
    const before = all.find((one) => one.folder === folder)?.decisions ?? [];
    const decisions = [
      { file, name, ...decided },
      ...before.filter((one) => one.file !== file || one.name !== name),
    ].slice(0, MAX_DECISIONS);
    const others = all.filter((one) => one.folder !== folder);
    this.#config.set(KEY, [{ folder, decisions }, ...others].slice(0, MAX_FOLDERS));
  }
}
