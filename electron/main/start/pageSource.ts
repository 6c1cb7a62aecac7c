import { existsSync } from "node:fs";
import path from "node:path";

/** Where the page comes from: the built one in its folder, or in development Vite's server. */
export interface PageSource {
  readonly folder: string;
  readonly page: string;
  /** Origin of Vite's server, `http://localhost:PORT`; undefined for the built page. */
  readonly devOrigin: string | undefined;
}

/** The page of this start. Only an unpackaged app may take it from a server, and only from this machine's. */
export function pageSource(appPath: string, isPackaged: boolean, devServer: string | undefined): PageSource {
  const folder = path.join(appPath, ".vite/renderer/main_window");
  const isDev = !isPackaged && devServer !== undefined && /^http:\/\/localhost:\d{1,5}$/.test(devServer);
  return isDev
    ? { folder, page: `${devServer}/index.html`, devOrigin: devServer }
    : { folder, page: "app://bundle/index.html", devOrigin: undefined };
}

/** The file that is missing of a built page, or undefined. */
export function missingPage({ folder, devOrigin }: PageSource): string | undefined {
  const file = path.join(folder, "index.html");
  return devOrigin === undefined && !existsSync(file) ? file : undefined;
}
