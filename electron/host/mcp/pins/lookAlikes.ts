import type { LookAlike, ServerId } from "../../../../shared/contract/index.ts";
import { skeletonOf } from "./skeleton.ts";

/** What of a tool is compared. */
export interface NamedTool {
  readonly serverId: ServerId;
  readonly serverName: string;
  readonly name: string;
  readonly title?: string | undefined;
}

const namesOf = ({ name, title }: NamedTool): string[] => (title === undefined ? [name] : [name, title]);

/** Finds, for a tool, those of other servers whose name or shown name is the same or looks the same (SEC-MCP-05). */
export class LookAlikes {
  readonly #bySkeleton = new Map<string, NamedTool[]>();

  constructor(tools: readonly NamedTool[]) {
    for (const tool of tools) {
      for (const skeleton of new Set(namesOf(tool).map(skeletonOf))) {
        const list = this.#bySkeleton.get(skeleton) ?? [];
        list.push(tool);
        this.#bySkeleton.set(skeleton, list);
      }
    }
  }

  of(tool: NamedTool): LookAlike[] {
    const own = namesOf(tool);
    const near = own.flatMap((name) => this.#bySkeleton.get(skeletonOf(name)) ?? []);
    return [...new Set(near)]
      .filter(({ serverId }) => serverId !== tool.serverId)
      .map((other) => ({
        serverName: other.serverName,
        tool: other.name,
        isSame: namesOf(other).some((name) => own.includes(name)),
      }));
  }
}
