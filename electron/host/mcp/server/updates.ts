import type { Clock } from "../../ports.ts";

/** Changes of resources are told at most this often. */
const TELL_MS = 100;
/** Longest address that is told, in characters; nobody can have asked for a longer one by hand. */
const MAX_URI = 4000;

/** Told at once at most; a server that names more parts of one resource is read anew all the same. */
const MOST_WAITING = 200;

/** What stands around {@link Updates}. */
interface UpdatesPorts {
  readonly clock: Clock;
  readonly isWatched: (uri: string) => boolean;
  readonly tell: (uri: string) => void;
}

/** Changes that a server announces of resources: only of those that are watched, and of each once in a burst (SEC-MCP-07). */
export class Updates {
  readonly #ports: UpdatesPorts;
  readonly #waiting = new Set<string>();

  constructor(ports: UpdatesPorts) {
    this.#ports = ports;
  }

  changed(uri: string): void {
    const { clock, isWatched } = this.#ports;
    if (uri.length > MAX_URI || this.#waiting.size >= MOST_WAITING || !isWatched(uri)) return;
    this.#waiting.add(uri);
    if (this.#waiting.size > 1) return;
    clock
      .wait(TELL_MS)
      .then(() => this.#flush())
      .catch((error: unknown) => console.error("telling of a changed resource failed:", error));
  }

  #flush(): void {
    const uris = [...this.#waiting];
    this.#waiting.clear();
    for (const uri of uris) this.#ports.tell(uri);
  }
}
