import { mkdirSync, readFileSync, writeFileSync, existsSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { startModelServer, type ModelServer, type ModelServerOptions, type Script } from "./modelServer.ts";
import {
  startHost,
  startSession,
  tempDir,
  type HostOptions,
  type TestHost,
  type TestSession,
} from "./hostProcess.ts";
import type { Input } from "../../shared/contract/index.ts";

/** A workspace folder with files in it. */
export interface TestWorkspace extends Disposable {
  readonly path: string;
  read(file: string): string;
  has(file: string): boolean;
  write(file: string, text: string): void;
}

/** Makes a workspace in a temporary folder. */
export const makeWorkspace = (files: Readonly<Record<string, string>> = {}): TestWorkspace => {
  const root = realpathSync(tempDir("ws"));
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  return {
    path: root,
    write,
    read: (file) => readFileSync(path.join(root, file), "utf8"),
    has: (file) => existsSync(path.join(root, file)),
    [Symbol.dispose]: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
};

/** Everything of one scripted run: host, model server, workspace, session. */
export interface ScriptedRun extends AsyncDisposable {
  readonly host: TestHost;
  readonly model: ModelServer;
  readonly modelId: string;
  readonly workspace: TestWorkspace;
  readonly session: TestSession;
}

export interface RunOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly session?: Partial<Input<"session.create">>;
  readonly host?: HostOptions;
  readonly server?: ModelServerOptions;
  readonly model?: Partial<Input<"model.add">>;
}

/** Starts a host with a scripted model and a session in a new workspace. */
export const scriptedRun = async (script: Script, options: RunOptions = {}): Promise<ScriptedRun> => {
  const workspace = makeWorkspace(options.files);
  const model = await startModelServer(script, options.server);
  const host = await startHost(options.host);
  const { modelId } = await host.ask("model.add", {
    kind: "openai-compatible",
    name: "scripted",
    baseUrl: model.baseUrl,
    model: "scripted",
    ...options.model,
  });
  const session = await startSession(host, workspace.path, modelId, options.session);
  return {
    host,
    model,
    modelId,
    workspace,
    session,
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await model.close();
      workspace[Symbol.dispose]();
    },
  };
};
