import path from "node:path";
import { openChat } from "../chat.ts";
import { openLab } from "../lab.ts";
import { toModel } from "../table.ts";
import { isObject, NotRun, textsOf, wordOf, type Json } from "../types.ts";
import type { Noted } from "../watch.ts";
import { all, holds, oneLine, unknown } from "../verdicts.ts";
import { windowTestOf } from "../windowTests.ts";
import { heldByWindow } from "../verdicts.ts";
import type { Adapter } from "./observed.ts";

/** Programs of the product itself: its workspace server, and the login shell that is asked for the PATH. */
const isOwn = ({ argv = [] }: Noted): boolean =>
  argv.some((part) => part.includes(path.join("servers", "workspace"))) ||
  (argv.length === 3 && /^-\w*l\w*c$/.test(argv[1] ?? "") && (argv[2] ?? "").includes("PATH"));

const focusWords: Readonly<Record<string, string>> = { "do not trust": "defaultButton" };

/** `workspace.open`: the folder is opened by a host of its own, a session is started in it, and the case's call is made by a model. */
export const workspaceOpenAdapter = async (root: string, input: Json, id: string): Promise<Adapter> => {
  const lab = openLab();
  const host = await lab.host();
  const since = Date.now();
  const then = isObject(input["thenCall"]) ? input["thenCall"] : {};
  if (input["open"] !== root || then["tool"] !== "command")
    throw new NotRun("not built yet: a folder opened in another way");
  const chat = await openChat(host, root, { decision: "deny" });
  const { modelId } = await chat.session.state();
  const baseUrl = async (): Promise<unknown> =>
    (await host.ask("model.list", {})).find((model) => model.modelId === modelId);
  const before = JSON.stringify(await baseUrl());
  let decision = "none";
  return {
    isPure: false,
    chat,
    host,
    noted: () => lab.noted(since),
    own: {
      decision: (wanted) => holds(decision === wanted, `the call was decided as ${decision}`),
      processesSpawned: (wanted) => {
        const started = lab.noted(since).filter((one) => one.kind === "spawn" && !isOwn(one));
        return holds(
          started.length === wanted,
          `started: ${oneLine(JSON.stringify(started.map(({ argv }) => argv)))}`,
        );
      },
      providerBaseUrlUnchanged: async () => {
        const now = JSON.stringify(await baseUrl());
        return holds(now === before, `the model is ${now}`);
      },
      trustDialog: async (wanted) => {
        const { lists, defaultButton, ...odd } = isObject(wanted) ? wanted : {};
        const { workspaceId } = (await host.ask("workspace.list", {})).find((one) => one.path === root) ?? {};
        if (Object.keys(odd).length > 0 || workspaceId === undefined)
          return unknown("not built yet: this trust dialog");
        const told = await host.ask("workspace.servers", { workspaceId });
        const named = told.files.flatMap(({ servers }) =>
          servers.filter(({ state }) => state === "new").map(({ givenName }) => givenName),
        );
        const missing = textsOf(lists).filter((name) => !named.includes(name));
        const word = focusWords[wordOf(defaultButton)];
        const test = word === undefined ? undefined : windowTestOf(id, word);
        return all([
          holds(missing.length === 0, `the dialog would not list ${missing.join(", ")}`),
          test === undefined
            ? unknown(`no window test holds defaultButton ${wordOf(defaultButton)}`)
            : heldByWindow("defaultButton", test),
        ]);
      },
    },
    tryVector: async () => {
      const { approvals, call } = await chat.call(toModel("run_command"), { command: wordOf(then["cmd"]) });
      decision = approvals.length > 0 ? "ask" : call.startedAt === undefined ? "deny" : "allow";
      return { what: "open", decision: decision as "ask" };
    },
    close: async () => {
      await chat.close();
      await lab.close();
    },
  };
};
