import path from "node:path";
import { app, BrowserWindow, dialog } from "electron";
import { ok } from "../result/index.ts";
import type { AppInput, AppOutput, Result } from "../../../shared/contract/index.ts";
import type { HostSupervisor } from "../host/index.ts";
import type { Translate } from "../text/index.ts";

const owner = () => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];

/** The system's folder picker; null when the person cancelled. */
export async function chooseFolder(t: Translate): Promise<{ path: string } | null> {
  const options = {
    title: t("folder.title"),
    buttonLabel: t("folder.choose"),
    properties: ["openDirectory" as const, "createDirectory" as const],
  };
  const window = owner();
  const { filePaths } = window
    ? await dialog.showOpenDialog(window, options)
    : await dialog.showOpenDialog(options);
  return filePaths[0] === undefined ? null : { path: filePaths[0] };
}

/** The system's file picker for an MCP bundle; null when the person cancelled. */
export async function chooseBundle(t: Translate): Promise<{ path: string } | null> {
  const options = {
    title: t("bundle.title"),
    buttonLabel: t("bundle.choose"),
    properties: ["openFile" as const],
    filters: [{ name: t("bundle.kind"), extensions: ["mcpb", "dxt"] }],
  };
  const window = owner();
  const { filePaths } = window
    ? await dialog.showOpenDialog(window, options)
    : await dialog.showOpenDialog(options);
  return filePaths[0] === undefined ? null : { path: filePaths[0] };
}

const extensions = { json: "json", markdown: "md" } as const;

/**
 * Asks where to save, then lets the host write the file there: it alone reads the log. A session is exported as its
 * trajectory, everything as the audit record. Null when the person cancelled.
 */
export async function exportSession(
  t: Translate,
  host: HostSupervisor,
  { sessionId, format }: AppInput<"app.exportSession">,
): Promise<Result<AppOutput<"app.exportSession">>> {
  const extension = extensions[format];
  const day = new Date().toISOString().slice(0, 10);
  const name =
    sessionId === undefined ? `loopwright-audit-${day}` : `loopwright-session-${sessionId.slice(-8)}-${day}`;
  const options = {
    title: t("export.title"),
    buttonLabel: t("export.save"),
    defaultPath: path.join(app.getPath("documents"), `${name.replace(/[^\w-]/g, "_")}.${extension}`),
    filters: [{ name: t(format === "json" ? "export.json" : "export.markdown"), extensions: [extension] }],
  };
  const window = owner();
  const { filePath } = window
    ? await dialog.showSaveDialog(window, options)
    : await dialog.showSaveDialog(options);
  if (filePath === undefined || filePath === "") return ok(null);
  const method = sessionId === undefined ? "audit.export" : "trajectory.export";
  const params = { ...(sessionId === undefined ? {} : { sessionId }), format, path: filePath };
  const answer = JSON.parse(await host.request(method, JSON.stringify(params))) as Result<unknown>;
  if (!answer.ok) return answer;
  return ok({ path: filePath });
}
