import { spawnSync } from "node:child_process";
import iconv from "iconv-lite";

function fromWindows(): string | null {
  // The text around the number is in the system's language.
  const { stdout } = spawnSync("chcp.com", { encoding: "latin1", windowsHide: true, timeout: 5_000 });
  const page = /(\d{3,5})\s*$/.exec((stdout ?? "").trim())?.[1];
  return page === undefined || page === "65001" ? null : `cp${page}`;
}

function fromLocale(environment: NodeJS.ProcessEnv): string | null {
  const locale = [environment["LC_ALL"], environment["LC_CTYPE"], environment["LANG"]].find(
    (value) => value !== undefined && value !== "",
  );
  return /\.([^@]+)/.exec(locale ?? "")?.[1] ?? null;
}

let ofWindows: { readonly page: string | null } | undefined;

/**
 * The encoding that old programs of this system write, when that is not UTF-8: the console's code page on Windows, the
 * locale's character set elsewhere. Null for UTF-8, and for one that is not known.
 */
export function codePageOf(environment: NodeJS.ProcessEnv, platform = process.platform): string | null {
  if (platform === "win32") ofWindows ??= { page: fromWindows() };
  const page = platform === "win32" ? (ofWindows?.page ?? null) : fromLocale(environment);
  if (page === null || /^utf-?8$/i.test(page) || !iconv.encodingExists(page)) return null;
  return page;
}
