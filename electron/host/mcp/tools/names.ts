import { hash } from "node:crypto";

const MAX_CHARS = 64;
const HASH_CHARS = 6;

const clean = (text: string): string => text.replace(/[^A-Za-z0-9_-]/g, "_");

/**
 * Names of tools as models see them (design §3): bundled ones bare, all others `server__tool` in
 * `[A-Za-z0-9_-]`, 64 characters at most. A name that was cut, or that another tool has already, ends in a
 * short hash of where the tool lives. The same tool keeps its name for the life of this table; the way back is
 * the table as well, never the text.
 */
export class ToolNames {
  readonly #byTool = new Map<string, string>();
  readonly #taken = new Map<string, string>();

  /** @param where unique for the server, like its id */
  nameOf(where: string, serverName: string, tool: string): string {
    const key = `${where}\n${tool}`;
    const known = this.#byTool.get(key);
    if (known !== undefined) return known;
    const plain = `${clean(serverName)}__${clean(tool)}`;
    const mark = hash("sha256", key).slice(0, HASH_CHARS);
    const short = `${plain.slice(0, MAX_CHARS - HASH_CHARS - 1)}_${mark}`;
    const name = plain.length > MAX_CHARS || this.#taken.has(plain) ? short : plain;
    this.#byTool.set(key, name);
    this.#taken.set(name, key);
    return name;
  }

  /** Frees a removed or renamed server's names. */
  release(where: string): void {
    for (const [key, name] of this.#byTool) {
      if (!key.startsWith(`${where}\n`)) continue;
      this.#byTool.delete(key);
      this.#taken.delete(name);
    }
  }
}
