import {
  fail,
  ok,
  type CommandList,
  type CommandOutput,
  type CommandStop,
  type Input,
  type JsonObject,
  type Result,
  type ServerInfo,
  type WorkspaceCommand,
  type WorkspaceId,
} from "../../../shared/contract/index.ts";
import type { ServerManager, ToolResult } from "../mcp/index.ts";
import { draft, type Draft } from "../sessions/index.ts";
import { given, readList, readOutput, readStop } from "./read.ts";

/**
 * The commands that run in a workspace, as its person looks after them (TOOL-05). They belong to the workspace's server, not to a
 * session: they go on when a turn is over, and end with their server.
 */
export interface Running {
  list(input: Input<"command.list">): Promise<Result<CommandList>>;
  output(input: Input<"command.output">): Promise<Result<CommandOutput>>;
  /** Nothing is ended that is not in the log before. Rejects when the log cannot be written. */
  stop(input: Input<"command.stop">): Promise<Result<CommandStop>>;
}

/** What the room is made of. */
export interface RunningPorts {
  readonly servers: Pick<ServerManager, "call" | "list">;
  readonly note: (item: Draft) => Promise<void>;
  /** Commands and output can hold a key that the app keeps; it goes to no page. */
  readonly redact: <T>(value: T) => T;
}

/** Longer than the server itself waits between asking a command to end and ending it. */
const TIMEOUT_MS = 15_000;

const notReady = (): Result<never> =>
  fail(
    "notAvailable",
    "The workspace's server is not running, so none of its commands is. Start it on the Servers page.",
    { key: "commandServerDown" },
  );

/** Makes the room. */
export const createRunning = ({ servers, note, redact }: RunningPorts): Running => {
  const serverOf = (workspaceId: WorkspaceId): ServerInfo | undefined =>
    servers.list().find((one) => one.isBundled && one.workspaceId === workspaceId && one.state === "ready");

  const ask = async (
    workspaceId: WorkspaceId,
    name: string,
    args: JsonObject,
  ): Promise<Result<ToolResult>> => {
    const server = serverOf(workspaceId);
    if (server === undefined) return notReady();
    return servers.call({ serverId: server.serverId, name }, args, {
      signal: new AbortController().signal,
      timeoutMs: TIMEOUT_MS,
    });
  };

  const list = async ({ workspaceId }: Input<"command.list">): Promise<Result<CommandList>> => {
    const server = serverOf(workspaceId);
    if (server === undefined) return ok({ commands: [], since: null });
    const answer = await ask(workspaceId, "list_commands", {});
    if (!answer.ok) return answer;
    const read = readList(answer.value);
    if (!read.ok) return read;
    return ok({ commands: redact(read.value.commands), since: server.startedAt ?? null });
  };

  const find = async (workspaceId: WorkspaceId, id: string): Promise<Result<WorkspaceCommand>> => {
    const listed = await list({ workspaceId });
    if (!listed.ok) return listed;
    const found = listed.value.commands.find((one) => one.id === id);
    if (found !== undefined) return ok(found);
    return fail("notFound", "This command has ended, and is not in the list any more. Nothing was stopped.", {
      key: "commandGone",
    });
  };

  return {
    list,
    output: async ({ workspaceId, id, stream, offset, limit }) => {
      const answer = await ask(workspaceId, "command_output", given({ id, stream, offset, limit }));
      if (!answer.ok) return answer;
      const read = readOutput(answer.value);
      return read.ok ? ok(redact(read.value)) : read;
    },
    stop: async ({ workspaceId, id }) => {
      const command = await find(workspaceId, id);
      if (!command.ok) return command;
      const { label, cwd } = command.value;
      const about = { workspaceId, commandId: id };
      await note(draft("command.stopDecided", { ...about, command: label, cwd, by: "person" }));
      const answer = await ask(workspaceId, "stop_command", { id });
      const read = answer.ok ? readStop(answer.value) : answer;
      const processes = read.ok ? read.value.stopped : [];
      await note(
        draft("command.stopped", { ...about, processes, ...(read.ok ? {} : { error: read.error }) }),
      );
      return read;
    },
  };
};
