import { hasDisplay, startVirtualDisplay } from "../../../build/ready/display.mjs";

/** What a window is shown on. */
export interface Display extends AsyncDisposable {
  /** To be added to the environment of what opens a window. */
  readonly env: Readonly<Record<string, string>>;
}

/** The display there is, else a virtual one of our own, which ends with it. */
export const openDisplay = async (): Promise<Display> => {
  if (await hasDisplay()) return { env: {}, [Symbol.asyncDispose]: () => Promise.resolve() };
  const virtual = await startVirtualDisplay();
  return { env: { DISPLAY: virtual.name }, [Symbol.asyncDispose]: () => virtual.stop() };
};
