import { app, BrowserWindow, dialog, Menu, shell } from "electron";
import type { HostSupervisor } from "../host/index.ts";
import type { Translate } from "../text/index.ts";
import { menuTemplate } from "./template.ts";

export interface MenuParts {
  readonly t: Translate;
  readonly host: HostSupervisor;
  /** Sends an event of main to the pages, as JSON text. */
  readonly push: (text: string) => void;
}

/** Builds the application menu in the language of the moment; called again when that changes. */
export function setMenu({ t, host, push }: MenuParts): void {
  const template = menuTemplate(
    t,
    {
      command: (name) => push(JSON.stringify({ event: "app.command", data: { name } })),
      showDataFolder: () => {
        shell.openPath(app.getPath("userData")).catch(() => undefined); // never rejects
      },
      restartHost: () => {
        host.restart().catch(() => undefined); // never rejects
      },
      about: () => showAbout(t),
    },
    process.platform === "darwin",
    !app.isPackaged,
  );
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function showAbout(t: Translate): void {
  const { electron, chrome, node } = process.versions;
  const detail = [t("about.text"), "", `Electron ${electron} · Chromium ${chrome} · Node ${node}`].join("\n");
  const options = {
    type: "info" as const,
    message: `Loopwright ${app.getVersion()}`,
    detail,
    buttons: [t("close")],
  };
  const owner = BrowserWindow.getFocusedWindow();
  const shown = owner ? dialog.showMessageBox(owner, options) : dialog.showMessageBox(options);
  shown.catch(() => undefined); // closed with its window
}
