import path from "node:path";
import { pageOrigin } from "./contentPolicy.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
};

/** A file of the page's folder and its type; undefined for any address that does not lead to one inside it. */
export function bundleFile(folder: string, address: string): { file: string; type: string } | undefined {
  let url: URL;
  let name: string;
  try {
    url = new URL(address);
    name = decodeURIComponent(url.pathname);
  } catch {
    return undefined; // no address at all
  }
  if (`${url.protocol}//${url.host}` !== pageOrigin || /[\0\\:]/.test(name)) return undefined;
  const file = path.join(folder, name === "/" ? "index.html" : name);
  const inside = path.relative(folder, file);
  if (inside === "" || inside.startsWith("..") || path.isAbsolute(inside)) return undefined;
  const type = types[path.extname(file)];
  return type === undefined ? undefined : { file, type };
}
