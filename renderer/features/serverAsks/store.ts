import { createStore, type StoreApi } from "zustand/vanilla";
import type { Failure, ServerAsk, ServerAskAnswer } from "../../../shared/contract/index.ts";
import type { Bridge, Unsubscribe } from "../../bridge/index.ts";

/** Something a server asks, with what this window knows of it beyond the host's record. */
export interface WaitingAsk {
  readonly ask: ServerAsk;
  /** `sending` while an answer is on its way; `gone` when the server waits no more: the card stays until it is put away. */
  readonly state: "open" | "sending" | "gone";
  /** Why the last answer did not go through. */
  readonly failure?: Failure;
}

export interface AsksView {
  readonly status: "loading" | "ready" | "failed";
  readonly error?: Failure | undefined;
  /** Oldest first. */
  readonly items: readonly WaitingAsk[];
}

export interface AsksStore extends StoreApi<AsksView> {
  /** Reads what waits again. Never rejects. */
  refresh(): Promise<void>;
  /** Answers a server. Never rejects: a failure is put on the card. */
  answer(answer: ServerAskAnswer): Promise<void>;
  /**
   * Opens the page that is asked for in the system's browser, after the app's own question; only then the server hears of
   * it. Never rejects.
   */
  openPage(ask: Extract<ServerAsk, { kind: "url" | "signIn" }>): Promise<void>;
  /** Puts away a card whose server waits no more. */
  dismiss(askId: string): void;
  close(): void;
}

const byAge = (a: WaitingAsk, b: WaitingAsk): number => a.ask.requestedAt - b.ask.requestedAt;

interface Own {
  readonly change: Change;
  /** Asks that this window has answered: their end needs no farewell. */
  readonly mine: Set<string>;
}

type Change = (askId: string, next: (item: WaitingAsk) => WaitingAsk | undefined) => void;

/** Opens a page once. It may answer before the click that opened it has come back: its card is this window's from the click on. */
const opener =
  (bridge: Bridge, { change, mine }: Own, answer: AsksStore["answer"]): AsksStore["openPage"] =>
  async (ask) => {
    const { askId, url } = ask;
    if (mine.has(askId)) return;
    mine.add(askId);
    const opened = await bridge.request("app.openExternal", { url });
    // False when the word of the page's answer was here first and has taken the card away.
    const isWaiting = mine.delete(askId);
    if (!opened.ok) change(askId, (item) => ({ ...item, failure: opened.error }));
    else if (opened.value.isOpened && isWaiting && !(ask.kind === "signIn" && ask.isRunning)) {
      await answer({ askId, action: "accept" });
      // Too late means here that the page has answered already, not that somebody gave up.
      if (ask.kind === "signIn") change(askId, (item) => (item.state === "gone" ? undefined : item));
    }
  };

/** Answers a server once. */
const answerer =
  (bridge: Bridge, store: StoreApi<AsksView>, { change, mine }: Own): AsksStore["answer"] =>
  async (given) => {
    const { askId, action } = given;
    const item = store.getState().items.find(({ ask }) => ask.askId === askId);
    // While a model is asked or a page is open a person may still give it up.
    if (item === undefined || item.state === "gone" || (item.state === "sending" && action === "accept"))
      return;
    change(askId, ({ ask }) => ({ ask, state: "sending" }));
    mine.add(askId);
    const sent = await bridge.request("serverAsk.answer", given);
    if (!sent.ok) {
      mine.delete(askId);
      const isGone = sent.error.code === "stale" || sent.error.code === "notFound";
      change(askId, ({ ask }) => ({ ask, state: isGone ? "gone" : "open", failure: sent.error }));
      return;
    }
    // What ended is away by its event; what goes on (a page that is open, a model's answer to look at) waits for the person again.
    mine.delete(askId);
    change(askId, ({ ask }) => (isOver(ask, action) ? undefined : { ask, state: "open" }));
  };

/** An ask as it was read anew; one that is being answered stays so. */
const asBefore = (ask: ServerAsk, items: readonly WaitingAsk[]): WaitingAsk => {
  const state = items.find((item) => item.ask.askId === ask.askId)?.state;
  return { ask, state: state === "sending" ? "sending" : "open" };
};

/** Follows everything that servers ask of the person. */
export const createAsksStore = (bridge: Bridge): AsksStore => {
  const store = createStore<AsksView>(() => ({ status: "loading", items: [] }));
  /** Counts what was heard, so that an answer that was on its way meanwhile is known to be old. */
  let heard = 0;
  const mine = new Set<string>();

  const change: Change = (askId, next) =>
    store.setState(({ items }) => ({
      items: items.flatMap((item) => (item.ask.askId === askId ? (next(item) ?? []) : item)),
    }));

  const requested = (ask: ServerAsk): void => {
    heard += 1;
    store.setState(({ items }) => {
      const known = items.find((item) => item.ask.askId === ask.askId);
      const rest = items.filter((item) => item !== known);
      return { items: [...rest, { ...known, ask, state: known?.state ?? "open" } as WaitingAsk].sort(byAge) };
    });
  };
  const resolved = (askId: string): void => {
    heard += 1;
    const isMine = mine.delete(askId);
    // A page that has answered ends its card; so does what this window said.
    change(askId, ({ ask }) =>
      isMine || (ask.kind === "signIn" && ask.isRunning) ? undefined : { ask, state: "gone" },
    );
  };

  const refresh = async (): Promise<void> => {
    const before = heard;
    const answer = await bridge.request("serverAsk.list", {});
    if (!answer.ok) {
      store.setState({ status: "failed", error: answer.error });
      return;
    }
    if (heard !== before) return refresh();
    store.setState(({ items }) => ({
      status: "ready",
      error: undefined,
      items: answer.value.map((ask) => asBefore(ask, items)).sort(byAge),
    }));
  };

  const ends: Unsubscribe[] = [
    bridge.subscribe("serverAsk.requested", requested),
    bridge.subscribe("serverAsk.resolved", ({ askId }) => resolved(askId)),
    bridge.subscribe("app.hostChanged", (host) => {
      heard += 1;
      if (host.state === "ready")
        refresh().catch((cause: unknown) => console.error("serverAsk.list failed", cause));
      // A host that ended takes its servers with it: nobody waits any more.
      else store.setState(({ items }) => ({ items: items.map(({ ask }) => ({ ask, state: "gone" })) }));
    }),
  ];
  const own = { change, mine };
  const answer = answerer(bridge, store, own);
  return {
    ...store,
    refresh,
    answer,
    openPage: opener(bridge, own, answer),
    dismiss: (askId) => change(askId, (item) => (item.state === "gone" ? undefined : item)),
    close: () => {
      for (const end of ends) end();
    },
  };
};

/** Whether an answer that was taken ends the ask; a page to sign in at and a sampling's first yes do not. */
const isOver = (ask: ServerAsk, action: ServerAskAnswer["action"]): boolean =>
  action !== "accept" || ask.kind === "form" || ask.kind === "url";
