import { fail, ok, type Handlers, type Result, type SessionId } from "../../../shared/contract/index.ts";
import type {
  AnyEvent,
  ChatMessage,
  EventBody,
  LoggedEvent,
  ToolSpec,
} from "../../../shared/events/index.ts";
import { unknownModel } from "../catalog/index.ts";
import { draft, type Draft, type LiveSession } from "../sessions/index.ts";
import type { Rooms } from "./rooms.ts";

const noSession = (): Result<never> =>
  fail("notFound", "There is no such session. Choose one from the list.", { key: "sessionUnknown" });

const toolOf = (logged: NonNullable<EventBody<"model.requested">["tools"]>[number]): ToolSpec => ({
  name: logged.name,
  description: logged.description,
  inputSchema: JSON.parse(logged.inputSchemaJson) as ToolSpec["inputSchema"],
});

/** Replays the requests of a session up to one step: its messages and the tool list that was in force. */
const promptOf = (
  events: Iterable<LoggedEvent>,
  stepId: string,
): { model: string; messages: ChatMessage[]; tools: ToolSpec[] } | null => {
  let messages: ChatMessage[] = [];
  let tools: ToolSpec[] = [];
  let found: { model: string; messages: ChatMessage[]; tools: ToolSpec[] } | null = null;
  for (const event of events) {
    if (event.type !== "model.requested") continue;
    messages = [...messages.slice(0, event.body.messages.keep), ...event.body.messages.add];
    tools = event.body.tools?.map(toolOf) ?? tools;
    if (event.body.stepId === stepId) found = { model: event.body.model, messages, tools };
  }
  return found;
};

type Change = Parameters<Handlers["session.update"]>[0];

const changeDrafts = (rooms: Rooms, session: LiveSession, change: Change): Result<Draft[]> => {
  const { title, modelId, policyMode, limits, systemPrompt } = change;
  const model = modelId === undefined ? undefined : rooms.catalog.get(modelId);
  if (modelId !== undefined && !model) return unknownModel();
  const body = {
    ...(model ? { modelId: model.modelId, modelName: model.name, isDemo: model.isDemo } : {}),
    ...(policyMode === undefined ? {} : { policyMode }),
    ...(limits === undefined
      ? {}
      : { limits: { ...session.state().limits, ...limits } as ReturnType<LiveSession["state"]>["limits"] }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
  };
  return ok([
    ...(title === undefined ? [] : [draft("session.renamed", { title })]),
    ...(Object.keys(body).length === 0 ? [] : [draft("session.changed", body)]),
  ]);
};

const callDetail = (
  rooms: Rooms,
  sessionId: SessionId,
  callId: string,
): Awaited<ReturnType<Handlers["call.read"]>> => {
  const session = rooms.store.get(sessionId);
  const call = session?.state().calls.find((item) => item.callId === callId);
  if (!session || !call) return fail("notFound", "The log holds no such call.", { key: "callUnknown" });
  const mine = [...session.events()].filter((event) => (event.body as { callId?: string }).callId === callId);
  let detail: Extract<Awaited<ReturnType<Handlers["call.read"]>>, { ok: true }>["value"] = {
    call,
    arguments: call.arguments,
    events: mine.map((event): AnyEvent => rooms.log.toWire(event)),
  };
  for (const event of mine) {
    if (event.type === "call.proposed") detail = { ...detail, arguments: event.body.arguments };
    if ((event.type === "call.assessed" || event.type === "call.approvalRequested") && event.body.files)
      detail = { ...detail, files: event.body.files };
    if (event.type === "call.decided" && event.body.arguments)
      detail = { ...detail, arguments: event.body.arguments };
    if (event.type === "call.decided" && event.body.files)
      detail = { ...detail, decidedFiles: event.body.files.map(({ path, content }) => ({ path, content })) };
    if (event.type === "call.backgrounded") detail = { ...detail, text: event.body.text };
    if (event.type === "call.completed" || event.type === "call.failed") {
      const { content, structured, text, warnings } = event.body;
      detail = {
        ...detail,
        content,
        text,
        ...(structured === undefined ? {} : { structured }),
        ...(warnings === undefined ? {} : { warnings }),
      };
    }
  }
  return ok(detail);
};

/** Sessions, steps and calls. */
export const sessionHandlers = (rooms: Rooms) =>
  ({
    "session.create": (input) => rooms.agent.create(input),
    "session.send": ({ sessionId, text, attachments }) =>
      rooms.agent.send(sessionId, text, attachments ?? []),
    "session.stop": async ({ sessionId }) =>
      (await rooms.byHand.stop(sessionId)) ? ok(null) : rooms.agent.stop(sessionId),
    "session.snapshot": ({ sessionId }) => {
      const session = rooms.store.get(sessionId);
      return Promise.resolve(session ? ok(session.state()) : noSession());
    },
    "session.list": (query) => Promise.resolve(ok(rooms.summaries.page(query))),
    "session.update": async (change) => {
      const session = rooms.store.get(change.sessionId);
      if (!session) return noSession();
      const drafts = changeDrafts(rooms, session, change);
      if (!drafts.ok) return drafts;
      if (drafts.value.length > 0) await session.append(drafts.value);
      rooms.summaries.keep(session.state());
      return ok(null);
    },
    "step.prompt": ({ sessionId, stepId }) => {
      const session = rooms.store.get(sessionId);
      const prompt = session ? promptOf(session.events(), stepId) : null;
      return Promise.resolve(
        prompt
          ? ok(prompt)
          : fail("notFound", "The log holds no request of this step.", { key: "stepUnknown" }),
      );
    },
    "call.stop": ({ sessionId, callId }) => rooms.agent.stopCall(sessionId, callId),
    "call.read": ({ sessionId, callId }) => Promise.resolve(callDetail(rooms, sessionId, callId)),
    "event.read": ({ sessionId, seq }) => {
      const event = rooms.log.readEvent(sessionId, seq);
      return Promise.resolve(
        event
          ? ok({ ...event, isCut: false })
          : fail("notFound", "The log holds no such event.", { key: "eventUnknown" }),
      );
    },
  }) satisfies Partial<Handlers>;
