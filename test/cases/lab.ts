import { rmSync } from "node:fs";
import path from "node:path";
import { startHost, tempDir, type TestHost } from "../fakes/hostProcess.ts";
import { notedIn, watchedEnv, type Noted } from "./watch.ts";

/** The one real host that all cases of a run share; a case may ask for it to be started again. */
export interface Lab {
  /** The running host; started on first use. */
  host(): Promise<TestHost>;
  /** Ends the server of a workspace whose case is over, so that a long run does not gather them. */
  leave(root: string): Promise<void>;
  /** Ends the host as the app would, and leaves it ended until {@link Lab.host} is asked again. */
  quit(): Promise<void>;
  /** Where hosts wanted to connect to and what they started, since a moment in milliseconds since the epoch. */
  noted(since: number): Noted[];
  /** Kills a host that does not answer any more. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** @param env added to the host's environment @param keys the key store of its main process; without it keys live as long as the host */
export const openLab = (env: NodeJS.ProcessEnv = {}, keys?: Map<string, string>): Lab => {
  const dataDir = tempDir("cases");
  const notes = path.join(dataDir, "case.watched");
  const options = { dataDir, env: { ...watchedEnv(notes), ...env }, ...(keys === undefined ? {} : { keys }) };
  let running: Promise<TestHost> | undefined;
  const end = async (how: "close" | "kill"): Promise<void> => {
    const host = await running;
    running = undefined;
    await host?.[how]();
  };
  const leave = async (root: string): Promise<void> => {
    const host = await running;
    const known = await host?.ask("workspace.list", {});
    const workspaceId = known?.find((one) => one.path === root)?.workspaceId;
    if (!host || workspaceId === undefined) return;
    const servers = await host.ask("server.list", {});
    const own = servers.find((server) => server.isBundled && server.workspaceId === workspaceId);
    if (own) await host.request("server.stop", { serverId: own.serverId });
  };
  return {
    leave,
    noted: (since) => notedIn(notes, since),
    host: () => (running ??= startHost(options)),
    quit: () => end("close"),
    kill: () => end("kill"),
    close: async () => {
      await end("close");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
