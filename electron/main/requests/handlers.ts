import { app, shell } from "electron";
import { fail, ok } from "../result/index.ts";
import type { AppearanceStore } from "../appearance/index.ts";
import type { LinkGate } from "../hardening/index.ts";
import type { HostSupervisor } from "../host/index.ts";
import type { LinkInbox } from "../links/index.ts";
import type { SecretStore } from "../secrets/index.ts";
import type { Translate } from "../text/index.ts";
import type { AppHandlers } from "./answerApp.ts";
import { chooseBundle, chooseFolder, exportSession } from "./dialogs.ts";

export interface AppParts {
  readonly host: HostSupervisor;
  readonly secrets: SecretStore;
  readonly appearance: AppearanceStore;
  readonly links: LinkInbox;
  readonly openLink: LinkGate;
  readonly t: Translate;
  /** Told when the language or theme was changed: menus follow. */
  readonly onAppearance: () => void;
}

/** What main answers itself: the window's surroundings, dialogs and the system. */
export function appHandlers(parts: AppParts): AppHandlers {
  const { host, secrets, appearance, links, openLink, t } = parts;
  return {
    "app.info": async () => {
      const store = await secrets.where();
      return ok({
        version: app.getVersion(),
        electron: process.versions.electron,
        platform: process.platform,
        isPackaged: app.isPackaged,
        keyStore: store.where,
        keyStoreName: store.name,
        host: host.state,
        appearance: appearance.chosen,
        resolvedLanguage: appearance.language,
      });
    },
    "app.setAppearance": async (choice) => {
      try {
        appearance.choose(choice);
      } catch (error) {
        return fail(
          "resourceExhausted",
          "The choice holds until Loopwright closes: it could not be written to disk.",
          {
            key: "appearanceNotKept",
            detail: String(error),
          },
        );
      } finally {
        parts.onAppearance();
      }
      return ok(null);
    },
    "app.chooseFolder": async () => ok(await chooseFolder(t)),
    "app.chooseBundle": async () => ok(await chooseBundle(t)),
    "app.takeInstallLink": async () => ok(links.take()),
    "app.exportSession": async (choice) => exportSession(t, host, choice),
    "app.openExternal": async ({ url }) => ok({ isOpened: await openLink(url) }),
    "app.showDataFolder": async () => {
      const problem = await shell.openPath(app.getPath("userData"));
      if (problem === "") return ok(null);
      return fail(
        "notAvailable",
        `The folder could not be shown (${problem}). It is ${app.getPath("userData")}.`,
        {
          key: "folderNotShown",
          params: { folder: app.getPath("userData") },
          detail: problem,
        },
      );
    },
    "app.restartHost": async () => {
      await host.restart();
      return ok(null);
    },
  };
}
