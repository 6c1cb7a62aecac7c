import { contextBridge, ipcRenderer } from "electron";
import { appRequestNames, eventNames, hostRequestNames, maxRequestChars } from "./names.ts";

type Listener = (data: unknown) => void;

const listeners = new Map<string, Set<Listener>>(eventNames.map((name) => [name, new Set()]));

const failure = (code: string, message: string) => ({ ok: false, error: { code, message } });

/** The text of a request's parameters, or undefined where they cannot be written as JSON. */
function written(params: unknown): string | undefined {
  try {
    return JSON.stringify(params);
  } catch {
    return undefined; // cycles, BigInt, too deep: whoever asked is told below
  }
}

/** Asks main. Never rejects: what goes wrong on the way is a failure like any other. */
async function ask(name: string, params: unknown): Promise<unknown> {
  const text = written(params === undefined ? {} : params);
  if (text === undefined || text.length > maxRequestChars) {
    const why = text === undefined ? "its parameters are no JSON" : "it is larger than 16 million characters";
    return failure("invalidInput", `${name} was not sent: ${why}. Send less, or as plain data.`);
  }
  try {
    return JSON.parse(String(await ipcRenderer.invoke("loopwright:request", name, text))) as unknown;
  } catch {
    return failure(
      "internal",
      `${name} got no answer from the app. Try again; if it stays so, restart Loopwright.`,
    );
  }
}

/** Hears one event by name; the answer ends it. An unknown name is never heard. */
function on(name: string, listener: Listener): () => void {
  const heard = listeners.get(name);
  if (heard === undefined || typeof listener !== "function") return () => undefined;
  heard.add(listener);
  return () => {
    heard.delete(listener);
  };
}

ipcRenderer.on("loopwright:events", (_event, text: string) => {
  for (const { event, data } of JSON.parse(text) as { event: string; data: unknown }[]) {
    for (const listener of listeners.get(event) ?? []) listener(data);
  }
});

contextBridge.exposeInMainWorld("loopwright", {
  requests: Object.fromEntries(
    [...hostRequestNames, ...appRequestNames].map((name) => [name, (params: unknown) => ask(name, params)]),
  ),
  on,
});
