import type { DiffPool } from "./pool.ts";

/** The editor's own few words; it reads them once, while its code is loaded. */
const inPersonsLanguage = async (): Promise<void> => {
  if (document.documentElement.lang.startsWith("zh")) await import("monaco-editor/nls/lang/zh-cn");
};

let loading: Promise<DiffPool> | undefined;

/** The pool of diff editors; the editor's code is fetched and one editor built on the first call. Rejects when the code cannot be loaded; the next call tries again. */
export const diffPool = (): Promise<DiffPool> => {
  loading ??= inPersonsLanguage()
    .then(() => Promise.all([import("./monaco.ts"), import("./pool.ts")]))
    .then(([monaco, { createDiffPool }]) => createDiffPool(monaco))
    .catch((cause: unknown) => {
      loading = undefined;
      throw new Error("the diff editor could not be loaded", { cause });
    });
  return loading;
};

/** Makes the first diff quick: call it when one is likely to be opened soon, as when a call starts to wait for a person. */
export const prewarmDiff = (): void => {
  diffPool().catch((cause: unknown) => console.error(cause));
};
