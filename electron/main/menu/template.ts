import type { MenuItemConstructorOptions } from "electron";
import type { TextKey, Translate } from "../text/index.ts";

type Item = MenuItemConstructorOptions;

/** What the menu's items do outside the page. */
export interface MenuActions {
  /** Sends an action's id to the page, as the palette would run it. */
  readonly command: (name: string) => void;
  readonly showDataFolder: () => void;
  readonly restartHost: () => void;
  readonly about: () => void;
}

interface Parts {
  readonly t: Translate;
  readonly actions: MenuActions;
  readonly isMac: boolean;
  readonly isDev: boolean;
  /** An item that the page acts on. */
  readonly page: (key: TextKey, name: string, accelerator?: string) => Item;
}

const separator: Item = { type: "separator" };

/**
 * The application menu. Items of the page carry the page's own action ids and show its keys without taking them: the page
 * listens to the keys itself (on a Mac the page's listener comes first).
 */
export function menuTemplate(t: Translate, actions: MenuActions, isMac: boolean, isDev: boolean): Item[] {
  const page = (key: TextKey, name: string, accelerator?: string): Item => ({
    label: t(key),
    click: () => actions.command(name),
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  });
  const parts = { t, actions, isMac, isDev, page };
  return [
    ...(isMac ? [macApp(parts)] : []),
    { label: t("menu.file"), submenu: file(parts) },
    { role: "editMenu", label: t("menu.edit") },
    { label: t("menu.view"), submenu: view(parts) },
    { label: t("menu.session"), submenu: [page("menu.stop", "session.stop", "CmdOrCtrl+.")] },
    { role: "windowMenu", label: t("menu.window") },
    { role: "help", label: t("menu.help"), submenu: help(parts) },
  ];
}

const settings = ({ page }: Parts): Item => page("menu.settings", "go.settings", "CmdOrCtrl+,");
const about = ({ t, actions }: Parts): Item => ({ label: t("menu.about"), click: actions.about });

function macApp(parts: Parts): Item {
  const system: Item[] = [
    { role: "services" },
    separator,
    { role: "hide" },
    { role: "hideOthers" },
    { role: "unhide" },
  ];
  const submenu = [about(parts), separator, settings(parts), separator, ...system, separator];
  return { role: "appMenu", submenu: [...submenu, { role: "quit" }] };
}

function file(parts: Parts): Item[] {
  const { t, page, isMac } = parts;
  const end: Item[] = isMac
    ? [{ role: "close" }]
    : [settings(parts), separator, { role: "quit", label: t("quit") }];
  return [
    page("menu.newSession", "session.new", "CmdOrCtrl+N"),
    separator,
    page("menu.exportJson", "session.exportJson"),
    page("menu.exportMarkdown", "session.exportMarkdown"),
    separator,
    ...end,
  ];
}

function view({ page, isDev }: Parts): Item[] {
  const forDevelopers: Item[] = [separator, { role: "reload" }, { role: "toggleDevTools" }];
  return [
    page("menu.palette", "app.palette", "CmdOrCtrl+K"),
    separator,
    page("menu.chat", "go.chat", "CmdOrCtrl+1"),
    page("menu.inbox", "go.inbox", "CmdOrCtrl+2"),
    page("menu.servers", "go.servers", "CmdOrCtrl+3"),
    page("menu.models", "go.models", "CmdOrCtrl+4"),
    page("menu.audit", "go.audit", "CmdOrCtrl+5"),
    separator,
    page("menu.inspector", "view.inspector", "CmdOrCtrl+B"),
    separator,
    { role: "resetZoom" },
    { role: "zoomIn" },
    { role: "zoomOut" },
    separator,
    { role: "togglefullscreen" },
    ...(isDev ? forDevelopers : []),
  ];
}

function help(parts: Parts): Item[] {
  const { t, actions, page, isMac } = parts;
  return [
    page("menu.keys", "app.keys"),
    separator,
    { label: t("menu.dataFolder"), click: actions.showDataFolder },
    { label: t("menu.restartHost"), click: actions.restartHost },
    ...(isMac ? [] : [separator, about(parts)]),
  ];
}
