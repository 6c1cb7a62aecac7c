import { ok, type Handlers } from "../../../shared/contract/index.ts";
import type { Rooms } from "./rooms.ts";

/** Looking into servers, and what a person decides about their tools. */
export const inspectHandlers = ({ byHand, servers }: Rooms) => {
  const { inspector } = servers;
  return {
    "server.protocol": ({ serverId, after }) => Promise.resolve(inspector.protocol(serverId, after)),
    "server.replay": async ({ serverId, seq }) => {
      const replay = await inspector.replay(serverId, seq);
      if (!replay.ok || replay.value.kind === "answered")
        return replay as Extract<typeof replay, { ok: false }>;
      const { tool, arguments: args } = replay.value;
      const called = await byHand.call({ serverId, tool, arguments: args });
      return called.ok ? ok({ kind: "called" as const, ...called.value }) : called;
    },
    "server.history": ({ serverId }) => Promise.resolve(inspector.history(serverId)),
    "server.usage": ({ serverId }) => inspector.usage(serverId),
    "server.reviewTools": ({ serverId }) => Promise.resolve(inspector.reviewTools(serverId)),
    "server.setTool": ({ serverId, ...decision }) => Promise.resolve(inspector.setTool(serverId, decision)),
  } satisfies Partial<Handlers>;
};
