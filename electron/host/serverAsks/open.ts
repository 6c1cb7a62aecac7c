import type { EventData, ServerAsk } from "../../../shared/contract/index.ts";
import type { Catalog } from "../catalog/index.ts";
import { argumentsMisfit } from "../mcp/index.ts";
import type { Clock, NewId } from "../ports.ts";
import { draft, type Draft } from "../sessions/index.ts";
import { sampleWith } from "./sample.ts";
import { createServerAsks, type AskRoom } from "./serverAsks.ts";

type AskEvent = "serverAsk.requested" | "serverAsk.resolved";

/** What the room is opened with in a host. */
interface OpenPorts {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly catalog: Catalog;
  readonly emit: <N extends AskEvent>(event: N, data: EventData<N>) => void;
  readonly note: (draft: Draft) => Promise<void>;
  readonly report: (what: string, error?: unknown) => void;
}

const messageOf = (ask: ServerAsk): string => {
  switch (ask.kind) {
    case "form":
    case "url":
      return ask.message;
    case "signIn":
      return "";
    case "sampling":
      return ask.messages.at(-1)?.text ?? "";
  }
};

const askedDraft = (ask: ServerAsk): Draft =>
  draft("server.asked", {
    serverId: ask.serverId,
    askId: ask.askId,
    kind: ask.kind,
    message: messageOf(ask),
    ...(ask.kind === "url" || ask.kind === "signIn" ? { url: ask.url.split("?")[0] } : {}),
  });

/** The room of a host: what is asked and how it ends goes to the log and to the page. */
export const openServerAsks = ({ clock, newId, catalog, emit, note, report }: OpenPorts): AskRoom => {
  const tell = (what: Draft): void => {
    note(what).catch((error: unknown) => {
      report("a server's question could not be logged", error);
    });
  };
  return createServerAsks({
    clock,
    newId,
    check: argumentsMisfit,
    sample: sampleWith(catalog),
    asked: (ask) => {
      tell(askedDraft(ask));
    },
    requested: (ask) => {
      emit("serverAsk.requested", ask);
    },
    resolved: ({ askId, serverId }, action) => {
      const by = action === "withdrawn" ? "policy" : "person";
      tell(draft("server.askEnded", { serverId, askId, action, by }));
      emit("serverAsk.resolved", { askId, serverId });
    },
  });
};
