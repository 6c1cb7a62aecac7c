import { afterAll, beforeAll } from "vitest";
import type { Output } from "../../shared/contract/index.ts";
import { startModelServer, type ModelServer, type Script } from "../fakes/modelServer.ts";
import { makeWorkspace, type TestWorkspace } from "../fakes/workspace.ts";
import { openApp, type TestApp } from "./app.ts";
import { scriptedSession } from "./drive.ts";
import { keepFailureShots } from "./failureShot.ts";
import { hostReady } from "./story.ts";

/**
 * Opens the app in English for the tests of a file or a `describe`, waits for its host, keeps a picture of what fails and closes
 * it. What was made before it in a `beforeAll` of one's own is there, and goes after it in an `afterAll` that stands before.
 */
export const withApp = (take: (app: TestApp) => void): void => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp({ language: "en", theme: "light" });
    take(app);
    await hostReady(app.page);
  });
  keepFailureShots(() => app);
  afterAll(() => app[Symbol.asyncDispose]());
};

/** What a session with a scripted model needs. */
interface Scripted {
  readonly app: TestApp;
  readonly model: ModelServer;
  readonly workspace: TestWorkspace;
  readonly sessionId: Output<"session.create">["sessionId"];
}

interface ScriptedOptions {
  /** The session's title. */
  readonly title: string;
  /** The workspace's files. */
  readonly files: Readonly<Record<string, string>>;
  /** What the model answers, in order. */
  readonly replies: Script;
}

/** {@link withApp} with a workspace, a model that answers by a script, and a session of both. */
export const withScriptedSession = (
  { title, files, replies }: ScriptedOptions,
  take: (opened: Scripted) => void,
): void => {
  let opened: Scripted;
  beforeAll(async () => {
    const workspace = makeWorkspace(files);
    const model = await startModelServer(replies);
    const app = await openApp({ language: "en", theme: "light" });
    await hostReady(app.page);
    const { sessionId } = await scriptedSession(app.page, {
      folder: workspace.path,
      baseUrl: model.baseUrl,
      title,
    });
    opened = { app, model, workspace, sessionId };
    take(opened);
  });
  keepFailureShots(() => opened?.app);
  afterAll(async () => {
    const { app, model, workspace } = opened;
    await app[Symbol.asyncDispose]();
    await model.close();
    workspace[Symbol.dispose]();
  });
};
