import { openChat, type CallResult, type Chat } from "../chat.ts";
import { usableTools } from "../mcp/caseServers.ts";
import type { SceneServer } from "./mcpScene.ts";
import { refusalOf } from "./providerRules.ts";
import type { StepResult, World } from "./world.ts";

/** One session of a case, opened when it is first needed and closed when the host goes. */
export const openSession = (world: World): Promise<Chat> => {
  const refuses = refusalOf(world.item.setup["provider_rejects"]);
  return world.lab
    .host()
    .then((host) => openChat(host, world.root, refuses === undefined ? {} : { refuses }));
};

/** The result of a call that changes no file. */
export const plainResult = (result: CallResult): StepResult => ({ ...result, shownAndWritten: [] });

/** How a model calls a tool of a server; a server that has no such tool gets the call under the name it would have. */
export const modelName = async (world: World, server: SceneServer, tool: string): Promise<string> => {
  const tools = await usableTools(await world.lab.host(), server.serverId);
  return tools.find(({ name }) => name === tool)?.modelName ?? `${server.name.replaceAll(" ", "_")}__${tool}`;
};

/** So many calls of the first server's tool in one answer of the model, in a session of their own. */
export const callSideBySide = async (world: World, times: number): Promise<void> => {
  const [server] = world.scene?.servers ?? [];
  if (!server) return;
  const chat = await openSession(world);
  try {
    const name = await modelName(world, server, "echo");
    const made = await chat.callAll(
      Array.from({ length: times }, (_, at) => ({ name, args: { text: String(at) } })),
    );
    world.runs.push(
      ...made.map((one) => ({ step: world.steps.length + 1, label: server.label, result: plainResult(one) })),
    );
  } finally {
    await chat.close();
  }
};
