import type { JsonObject, Remark } from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
import { isJsonObject } from "../schema/index.ts";

/** What a server is asked to tell of. */
export interface Wanted {
  readonly toolsListChanged?: true;
  readonly promptsListChanged?: true;
  readonly resourcesListChanged?: true;
  readonly resourceSubscriptions?: string[];
}

/** A stream of announcements that stands. */
export interface Standing {
  close(): Promise<void>;
  /** How it ended; never rejects. */
  readonly closed: Promise<"local" | "graceful" | "remote">;
}

interface Ports {
  readonly listen: (wanted: Wanted) => Promise<Standing>;
  /** Something may have been announced while nobody listened. */
  readonly onMissed: () => void;
  readonly warn: (what: Remark) => void;
  /** The server itself said no: it is not asked again. */
  readonly isRefusal: (error: unknown) => boolean;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

const announces = (capabilities: JsonObject, what: string): boolean => {
  const has = capabilities[what];
  return isJsonObject(has) && has["listChanged"] === true;
};

/** Keeps one `subscriptions/listen` stream open for all that a connection wants to hear of. */
export class Subscriptions {
  readonly #ports: Ports;
  readonly #lists: Wanted;
  readonly #uris = new Set<string>();
  #standing: Standing | null = null;
  #pauseMs = FIRST_PAUSE_MS;
  #timer: NodeJS.Timeout | null = null;
  #isOver = false;
  #hasWarned = false;
  #running: Promise<void> = Promise.resolve();

  constructor(capabilities: JsonObject, ports: Ports) {
    this.#ports = ports;
    this.#lists = {
      ...(announces(capabilities, "tools") ? { toolsListChanged: true as const } : {}),
      ...(announces(capabilities, "prompts") ? { promptsListChanged: true as const } : {}),
      ...(announces(capabilities, "resources") ? { resourcesListChanged: true as const } : {}),
    };
  }

  /** Begins to listen; failures are told and tried again. Never rejects. */
  start(): Promise<void> {
    return this.#change(() => undefined).catch((error: unknown) => {
      if (this.#isOver) return;
      const { warn, isRefusal } = this.#ports;
      if (!this.#hasWarned) warn(remark("listenFailed", { reason: String(error) }));
      this.#hasWarned = true;
      if (!isRefusal(error)) this.#lost();
    });
  }

  /** Rejects as `listen` does; what was refused is not asked for again, or it would spoil every later stream. */
  add(uri: string): Promise<void> {
    let isNew = false;
    const undo = (): void => {
      if (isNew) this.#uris.delete(uri);
    };
    return this.#change(() => {
      isNew = !this.#uris.has(uri);
      this.#uris.add(uri);
    }, undo);
  }

  /** Rejects as `listen` does. */
  remove(uri: string): Promise<void> {
    return this.#change(() => this.#uris.delete(uri));
  }

  end(): void {
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** One after the other, so that only one stream stands in the end. */
  #change(change: () => unknown, undo: () => void = () => undefined): Promise<void> {
    const next = this.#running.then(async () => {
      change();
      try {
        await this.#open();
      } catch (error) {
        undo();
        throw error;
      }
    });
    this.#running = next.catch(() => undefined);
    return next;
  }

  async #open(): Promise<void> {
    const resources = this.#uris.size === 0 ? {} : { resourceSubscriptions: [...this.#uris] };
    const wanted: Wanted = { ...this.#lists, ...resources };
    const before = this.#standing;
    const isWanted = !this.#isOver && Object.keys(wanted).length > 0;
    // The old stream stands until the new one does: nothing is missed between them.
    const standing = isWanted ? await this.#ports.listen(wanted) : null;
    this.#standing = standing;
    await before?.close();
    if (standing === null) return;
    this.#pauseMs = FIRST_PAUSE_MS;
    standing.closed.then(
      (how) => {
        if (this.#standing === standing && how !== "local") this.#lost();
      },
      () => undefined,
    );
  }

  #lost(): void {
    this.#standing = null;
    if (this.#isOver) return;
    this.#timer = setTimeout(() => {
      this.start().then(
        () => {
          if (this.#standing !== null) this.#ports.onMissed();
        },
        () => undefined,
      );
    }, this.#pauseMs);
    this.#timer.unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
