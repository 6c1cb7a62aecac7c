import { BrowserWindow, screen } from "electron";
import type { FirstPaint } from "../appearance/index.ts";
import { readJsonFile, writeJsonFile } from "../files/index.ts";
import { minimum, placementFor } from "./placement.ts";
import type { Placement } from "./placement.ts";

export interface WindowOptions {
  /** The page's address without parameters. */
  readonly page: string;
  readonly preload: string;
  /** PNG shown by the window manager; undefined where the system takes it from the package. */
  readonly icon: string | undefined;
  /** Where the window's place is kept. */
  readonly stateFile: string;
  readonly firstPaint: FirstPaint;
}

/**
 * Opens the app's window with everything that a page could use against the system switched off (security.md §5.1). It is
 * shown at once in the theme's colour, so that nothing flashes while the page loads.
 */
export function createWindow(options: WindowOptions): BrowserWindow {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  const placement = placementFor(
    readJsonFile(options.stateFile),
    [primary, ...others].map(({ workArea }) => workArea),
  );
  const { isMaximized, ...bounds } = placement;
  const window = new BrowserWindow({
    ...bounds,
    minWidth: minimum.width,
    minHeight: minimum.height,
    title: "Loopwright",
    backgroundColor: options.firstPaint.backgroundColor,
    autoHideMenuBar: true,
    ...(options.icon === undefined ? {} : { icon: options.icon }),
    webPreferences: {
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      experimentalFeatures: false,
      allowRunningInsecureContent: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  });
  if (isMaximized) window.maximize();
  window.on("close", () => keepPlacement(window, options.stateFile));
  window.loadURL(`${options.page}?${options.firstPaint.query}`).catch(() => undefined); // did-fail-load tells
  return window;
}

function keepPlacement(window: BrowserWindow, file: string): void {
  const placement: Placement = { ...window.getNormalBounds(), isMaximized: window.isMaximized() };
  try {
    writeJsonFile(file, placement);
  } catch {
    // A window that opens at its usual place next time is no reason to keep this one from closing.
  }
}
