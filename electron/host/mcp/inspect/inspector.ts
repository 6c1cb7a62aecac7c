import {
  fail,
  ok,
  type JsonObject,
  type Output,
  type Result,
  type ServerHistoryItem,
  type ServerId,
  type ServerUsage,
  type ToolDecision,
  type ToolReview,
} from "../../../../shared/contract/index.ts";
import type { ServerInspector } from "../inspector.ts";
import { LookAlikes, type NamedTool, type ToolPins } from "../pins/index.ts";
import { usageOf } from "../process/index.ts";
import { replayOf, shownEntry, type Replay } from "../protocolLog/index.ts";
import type { ServerRun } from "../server/index.ts";
import type { KnownTool } from "../tools/index.ts";
import { reviewDesign, type CheckedTool } from "./design.ts";
import type { MuteErrors } from "./muteErrors.ts";
import { toolTokens } from "./tokens.ts";

/** Longest definition shown as one side of a difference, in characters. */
const MAX_SHOWN_CHARS = 60_000;

/** What the inspector reaches outside itself for. */
export interface InspectorPorts {
  readonly run: (serverId: ServerId) => Result<ServerRun>;
  readonly runs: () => readonly ServerRun[];
  readonly pins: ToolPins;
  readonly mute: MuteErrors;
  readonly redact: <T>(value: T) => T;
  /** What the environment mark of a server's processes begins with. */
  readonly markOf: (serverId: ServerId) => string;
  readonly now: () => number;
}

const shownDefinition = (raw: JsonObject): string => {
  const text = JSON.stringify(raw, null, 2);
  return text.length <= MAX_SHOWN_CHARS
    ? text
    : `${text.slice(0, MAX_SHOWN_CHARS).toWellFormed()}\n… +${text.length - MAX_SHOWN_CHARS}`;
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The hints as declared; of a wrong type is none. */
const hintsOf = (annotations: JsonObject): ToolReview["hints"] =>
  Object.fromEntries(
    (["readOnly", "destructive", "idempotent", "openWorld"] as const).flatMap((name) => {
      const value = annotations[`${name}Hint`];
      return typeof value === "boolean" ? [[name, value]] : [];
    }),
  );

/** Tools that one session can see together: those of the person's servers, and of one workspace at a time. */
const besides = (run: ServerRun, runs: readonly ServerRun[]): ServerRun[] =>
  runs.filter((other) => other === run || !run.subject.isBundled || !other.subject.isBundled);

const namedTools = (runs: readonly ServerRun[]): NamedTool[] =>
  runs.flatMap(({ subject: { serverId, name: serverName }, tools }) =>
    tools.map(({ info: { name, title } }) => ({ serverId, serverName, name, title })),
  );

class Inspector implements ServerInspector {
  readonly #ports: InspectorPorts;

  constructor(ports: InspectorPorts) {
    this.#ports = ports;
  }

  protocol(serverId: ServerId, after: number): Result<Output<"server.protocol">> {
    const run = this.#ports.run(serverId);
    if (!run.ok) return run;
    const { protocol } = run.value;
    const entries = protocol.since(after).map((entry) => shownEntry(entry, this.#ports.redact));
    return ok({ entries, dropped: protocol.dropped });
  }

  async replay(
    serverId: ServerId,
    seq: number,
  ): Promise<Result<{ kind: "answered"; result: JsonObject } | Extract<Replay, { kind: "call" }>>> {
    const run = this.#ports.run(serverId);
    if (!run.ok) return run;
    const replay = replayOf(run.value.protocol.entry(seq));
    if (!replay.ok) return replay;
    if (replay.value.kind === "call") return ok(replay.value);
    const { method, params } = replay.value;
    const answer = await run.value.ask(method, params);
    return answer.ok ? ok({ kind: "answered", result: this.#ports.redact(answer.value) }) : answer;
  }

  history(serverId: ServerId): Result<ServerHistoryItem[]> {
    const run = this.#ports.run(serverId);
    return run.ok ? ok(run.value.history.items) : run;
  }

  async usage(serverId: ServerId): Promise<Result<ServerUsage | null>> {
    const run = this.#ports.run(serverId);
    if (!run.ok) return run;
    const pid = run.value.connection?.pid ?? null;
    if (pid === null) return ok(null);
    const used = await usageOf(pid, this.#ports.markOf(serverId));
    if (used === null) return ok(null);
    const { pssBytes, ...rest } = used;
    return ok({ at: this.#ports.now(), ...rest, ...(pssBytes === null ? {} : { pssBytes }) });
  }

  reviewTools(serverId: ServerId): Result<ToolReview[]> {
    const run = this.#ports.run(serverId);
    if (!run.ok) return run;
    const together = besides(run.value, this.#ports.runs());
    const alike = new LookAlikes(namedTools(together));
    const all: CheckedTool[] = together.flatMap(({ subject, tools }) =>
      tools.map(({ info }) => ({
        info,
        serverName: subject.name,
        muteErrors: this.#ports.mute.of(subject.serverId, info.name),
      })),
    );
    return ok(run.value.tools.map((tool) => this.#review(run.value, tool, all, alike)));
  }

  #review(run: ServerRun, tool: KnownTool, all: readonly CheckedTool[], alike: LookAlikes): ToolReview {
    const { serverId, name: serverName, isBundled } = run.subject;
    const { info, raw, annotations } = tool;
    const { outputSchema } = raw;
    const { pin, isChanged } = this.#ports.pins.standing(serverId, tool, isBundled);
    const own = all.find((one) => one.info === info) ?? { info, serverName };
    return {
      name: info.name,
      definitionHash: info.definitionHash,
      tokens: toolTokens(info),
      findings: reviewDesign(own, all),
      lookAlikes: alike.of({ serverId, serverName, name: info.name, title: info.title }),
      hints: hintsOf(annotations),
      ...(isObject(outputSchema) ? { outputSchema } : {}),
      ...(isChanged && pin !== undefined
        ? {
            change: {
              oldHash: pin.hash,
              newHash: info.definitionHash,
              before: shownDefinition(pin.definition),
              after: shownDefinition(raw),
            },
          }
        : {}),
    };
  }

  setTool(serverId: ServerId, { tool, ...asked }: ToolDecision): Result<null> {
    const run = this.#ports.run(serverId);
    if (!run.ok) return run;
    const known = run.value.tool(tool);
    if (known === undefined)
      return fail("notFound", `The server "${run.value.subject.name}" lists no tool "${tool}" now.`, {
        key: "toolGone",
        params: { server: run.value.subject.name, tool },
      });
    if (known.info.definitionHash !== asked.definitionHash)
      return fail(
        "stale",
        `The definition of "${tool}" has changed since you looked at it. Look at it again, then decide; nothing was kept.`,
        { key: "toolStale", params: { tool } },
      );
    if (run.value.subject.isBundled && typeof asked.severity === "string")
      return fail("denied", "The levels of the app's own tools are fixed; a tool can be switched off.", {
        key: "toolLevelFixed",
      });
    this.#ports.pins.decide(serverId, known, asked);
    run.value.describeAgain();
    return ok(null);
  }
}

/** Makes the inspector of a manager's servers. */
export const createInspector = (ports: InspectorPorts): ServerInspector => new Inspector(ports);
