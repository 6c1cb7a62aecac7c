import { app, dialog } from "electron";

/**
 * Says on the terminal and in a dialog why there is no app, and ends with code 1. Waits until the app is ready: before
 * that no dialog can be shown.
 */
export function refuse(words: () => readonly [title: string, detail: string]): void {
  const show = () => {
    const [title, detail] = words();
    console.error(`${title}\n${detail}`);
    dialog.showErrorBox(title, detail);
    app.exit(1);
  };
  app.whenReady().then(show).catch(console.error);
}
