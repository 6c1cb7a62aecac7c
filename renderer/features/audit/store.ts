import { createStore, type StoreApi } from "zustand/vanilla";
import type { AuditEntry, Failure, Result, SessionId, Severity } from "../../../shared/contract/index.ts";
import type { Answer, Bridge, Params } from "../../bridge/index.ts";
import { families, type Family } from "./families.ts";

/** What the person looks for. `text` turns the query into a search; the other filters then narrow what it found. */
export interface AuditFilter {
  readonly text: string;
  readonly sessionId: SessionId | undefined;
  readonly family: Family | undefined;
  readonly tool: string;
  readonly severity: Severity | undefined;
  /** Only entries of the last so many milliseconds. */
  readonly withinMs: number | undefined;
}

export const noFilter: AuditFilter = {
  text: "",
  sessionId: undefined,
  family: undefined,
  tool: "",
  severity: undefined,
  withinMs: undefined,
};

export type VerifyState =
  | { readonly state: "none" }
  | { readonly state: "running"; readonly since: number }
  | { readonly state: "failed"; readonly error: Failure }
  | { readonly state: "done"; readonly at: number; readonly result: Answer<"audit.verify"> };

export interface AuditView {
  readonly filter: AuditFilter;
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly items: readonly AuditEntry[];
  readonly nextCursor: string | undefined;
  readonly isLoadingMore: boolean;
  /** Entries that are recorded but that a search cannot find yet. */
  readonly pending: number;
  readonly error: Failure | undefined;
  /** Entries written since the list was read. */
  readonly newer: number;
  readonly verify: VerifyState;
}

export interface AuditStore extends StoreApi<AuditView> {
  setFilter(change: Partial<AuditFilter>): void;
  /** Reads from the newest entry. An answer that a later question has overtaken is dropped. */
  refresh(): Promise<void>;
  more(): Promise<void>;
  /** Checks the chain of one session, or of the whole log. */
  verify(sessionId?: SessionId): Promise<void>;
}

const PAGE = 200;

type Page = Answer<"audit.query">;

const query = (filter: AuditFilter, now: number, cursor: string | undefined): Params<"audit.query"> => ({
  limit: PAGE,
  ...(cursor === undefined ? {} : { cursor }),
  ...(filter.sessionId === undefined ? {} : { sessionId: filter.sessionId }),
  ...(filter.family === undefined ? {} : { types: [...families[filter.family]] }),
  ...(filter.tool.trim() === "" ? {} : { tool: filter.tool.trim() }),
  ...(filter.severity === undefined ? {} : { severity: [filter.severity] }),
  ...(filter.withinMs === undefined ? {} : { from: Math.max(0, now - filter.withinMs) }),
});

/** What a search found, narrowed by the filters that the search itself does not take. */
export const narrowed = (page: Page, filter: AuditFilter, now: number): Page => {
  const types: readonly string[] | undefined =
    filter.family === undefined ? undefined : families[filter.family];
  const from = filter.withinMs === undefined ? 0 : now - filter.withinMs;
  const tool = filter.tool.trim();
  const fits = ({ event }: AuditEntry): boolean =>
    event.at >= from &&
    (types === undefined || types.includes(event.type)) &&
    (tool === "" || event.body["tool"] === tool || event.body["modelName"] === tool) &&
    (filter.severity === undefined || event.body["severity"] === filter.severity);
  return { ...page, items: page.items.filter(fits) };
};

/** Asks the host for a page: by search where there is a text, else by query. */
const createAsker =
  (bridge: Bridge, now: () => number) =>
  async (filter: AuditFilter, cursor?: string): Promise<Result<Page>> => {
    const text = filter.text.trim();
    if (text === "") return bridge.request("audit.query", query(filter, now(), cursor));
    const answer = await bridge.request("audit.search", {
      text,
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
      ...(filter.sessionId === undefined ? {} : { sessionId: filter.sessionId }),
    });
    return answer.ok ? { ok: true, value: narrowed(answer.value, filter, now()) } : answer;
  };

const firstView: AuditView = {
  filter: noFilter,
  status: "idle",
  items: [],
  nextCursor: undefined,
  isLoadingMore: false,
  pending: 0,
  error: undefined,
  newer: 0,
  verify: { state: "none" },
};

/** The audit view: one query or search at a time, pages added at its end. */
export const createAuditStore = (bridge: Bridge, now: () => number): AuditStore => {
  const store = createStore<AuditView>(() => firstView);
  let question = 0;

  const ask = createAsker(bridge, now);

  const refresh = async (): Promise<void> => {
    const mine = ++question;
    store.setState(({ status }) => ({ status: status === "ready" ? "ready" : "loading" }));
    const answer = await ask(store.getState().filter);
    if (mine !== question) return;
    if (!answer.ok) store.setState({ status: "failed", error: answer.error });
    else
      store.setState({
        status: "ready",
        items: answer.value.items,
        nextCursor: answer.value.nextCursor,
        isLoadingMore: false,
        pending: answer.value.pending,
        error: undefined,
        newer: 0,
      });
  };

  const more = async (): Promise<void> => {
    const { nextCursor, isLoadingMore, filter } = store.getState();
    if (nextCursor === undefined || isLoadingMore) return;
    const mine = question;
    store.setState({ isLoadingMore: true });
    const answer = await ask(filter, nextCursor);
    if (mine !== question) return;
    if (!answer.ok) store.setState({ isLoadingMore: false, error: answer.error });
    else
      store.setState(({ items }) => ({
        isLoadingMore: false,
        items: [...items, ...answer.value.items],
        nextCursor: answer.value.nextCursor,
      }));
  };

  const verify = async (sessionId?: SessionId): Promise<void> => {
    store.setState({ verify: { state: "running", since: now() } });
    const answer = await bridge.request("audit.verify", sessionId === undefined ? {} : { sessionId });
    store.setState({
      verify: answer.ok
        ? { state: "done", at: now(), result: answer.value }
        : { state: "failed", error: answer.error },
    });
  };

  bridge.subscribe("session.event", () => store.setState(({ newer }) => ({ newer: newer + 1 })));
  return {
    ...store,
    refresh,
    more,
    verify,
    setFilter: (change) => {
      store.setState(({ filter }) => ({ filter: { ...filter, ...change } }));
      refresh().catch((cause: unknown) => console.error("audit query failed", cause));
    },
  };
};
