import type { ContentBlock, ServerId } from "../../../../shared/contract/index.ts";

/** An error that tells a model this little leaves it nothing to repair. */
const MUTE_CHARS = 12;

const wordsIn = (content: readonly ContentBlock[]): number =>
  content.reduce((sum, block) => {
    const text = block["text"];
    return sum + (typeof text === "string" ? text.replace(/error|failed|:/gi, "").trim().length : 0);
  }, 0);

/** Counts, since the app started, the errors of each tool that say nothing (MCP-11). */
export class MuteErrors {
  readonly #counts = new Map<string, number>();

  seen(serverId: ServerId, tool: string, content: readonly ContentBlock[]): void {
    if (wordsIn(content) >= MUTE_CHARS) return;
    const key = `${serverId}\n${tool}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  of(serverId: ServerId, tool: string): number {
    return this.#counts.get(`${serverId}\n${tool}`) ?? 0;
  }
}
