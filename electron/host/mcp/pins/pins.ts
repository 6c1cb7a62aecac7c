import { z } from "zod";
import {
  JsonObject,
  Severity,
  type ServerId,
  type ToolDecision,
  type ToolInfo,
} from "../../../../shared/contract/index.ts";
import type { DefinitionStore, ManagerPorts } from "../ports.ts";

const keyOf = (serverId: ServerId): string => `toolPins.${serverId}`;

/** A tool's definition as it was when it was first used or decided about, and what the person decided. */
const Pin = z.object({
  hash: z.string(),
  definition: JsonObject,
  isOff: z.boolean().optional(),
  severity: Severity.optional(),
});
export type Pin = z.infer<typeof Pin>;

const Pins = z.record(z.string(), Pin);

/** A tool as pins know it. */
export interface PinnedTool {
  readonly info: Pick<ToolInfo, "name" | "definitionHash">;
  readonly raw: JsonObject;
}

/** How a tool stands to its pin. */
export interface Standing {
  readonly pin: Pin | undefined;
  /** It was used or decided about with another definition. */
  readonly isChanged: boolean;
}

/**
 * Definitions of tools, pinned at their first use or decision and kept across starts (MCP-04, SEC-MCP-01). Tools of the app's
 * own servers change with the app: of them only what the person decided counts.
 */
export class ToolPins {
  readonly #store: DefinitionStore;
  readonly #onEvent: ManagerPorts["onEvent"];
  readonly #byServer = new Map<ServerId, Map<string, Pin>>();
  /** Changes that stand in the log already. */
  readonly #told = new Set<string>();

  constructor(store: DefinitionStore, onEvent: ManagerPorts["onEvent"]) {
    this.#store = store;
    this.#onEvent = onEvent;
  }

  #pins(serverId: ServerId): Map<string, Pin> {
    const known = this.#byServer.get(serverId);
    if (known !== undefined) return known;
    const read = Pins.safeParse(this.#store.get(keyOf(serverId)) ?? {});
    const pins = new Map(read.success ? Object.entries(read.data) : []);
    this.#byServer.set(serverId, pins);
    return pins;
  }

  #put(serverId: ServerId, tool: string, pin: Pin): void {
    const pins = this.#pins(serverId);
    pins.set(tool, pin);
    this.#store.set(keyOf(serverId), Object.fromEntries(pins));
  }

  has(serverId: ServerId, tool: string): boolean {
    return this.#pins(serverId).has(tool);
  }

  /** How a listed tool stands; a change is logged the first time it is seen. */
  standing(serverId: ServerId, { info, raw }: PinnedTool, isBundled: boolean): Standing {
    const pin = this.#pins(serverId).get(info.name);
    if (pin === undefined || pin.hash === info.definitionHash) return { pin, isChanged: false };
    if (isBundled) {
      const moved = { ...pin, hash: info.definitionHash, definition: raw };
      return { pin: moved, isChanged: false };
    }
    const mark = `${serverId}\n${info.name}\n${pin.hash}\n${info.definitionHash}`;
    if (!this.#told.has(mark)) {
      this.#told.add(mark);
      const { name: tool, definitionHash: newHash } = info;
      this.#onEvent("server.toolDefinitionChanged", { serverId, tool, oldHash: pin.hash, newHash });
    }
    return { pin, isChanged: true };
  }

  /** A tool is about to be called for the first time: from now on this is its definition. */
  used(serverId: ServerId, { info, raw }: PinnedTool): void {
    if (this.has(serverId, info.name)) return;
    this.#put(serverId, info.name, { hash: info.definitionHash, definition: raw });
  }

  /**
   * Takes a person's decision about a tool as it is now. Switching off does not agree to a changed definition; a level of the
   * person's own belongs to the definition it was chosen for, so agreeing to another one drops it.
   */
  decide(serverId: ServerId, { info, raw }: PinnedTool, asked: Omit<ToolDecision, "tool">): void {
    const now = { hash: info.definitionHash, definition: raw };
    const old: Pin = this.#pins(serverId).get(info.name) ?? now;
    const isMoving = old.hash !== now.hash && (asked.agrees === true || typeof asked.severity === "string");
    const { severity: oldSeverity, ...rest } = old;
    const kept = isMoving ? undefined : oldSeverity;
    const severity = asked.severity === undefined ? kept : (asked.severity ?? undefined);
    const pin: Pin = {
      ...rest,
      ...(isMoving ? now : {}),
      isOff: asked.isOff ?? old.isOff ?? false,
      ...(severity === undefined ? {} : { severity }),
    };
    this.#put(serverId, info.name, pin);
    this.#onEvent("server.toolSet", {
      serverId,
      tool: info.name,
      definitionHash: info.definitionHash,
      isOff: pin.isOff ?? false,
      severity: severity ?? null,
      agreed: isMoving,
    });
  }

  /** Forgets a removed server. */
  forget(serverId: ServerId): void {
    this.#byServer.delete(serverId);
    this.#store.set(keyOf(serverId), {});
  }
}
