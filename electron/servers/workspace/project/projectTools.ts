import { realpathSync, watch, type FSWatcher } from "node:fs";
import { join } from "node:path";
import { errnoOf, Refusal } from "../outcome/index.ts";
import type { Scope, Tool } from "../protocol/index.ts";
import { fingerprint, openProjectFolder } from "./projectFolder.ts";
import type { ProjectKind } from "./types.ts";

/** The tools of a project, which come and go with its files. */
export interface ProjectTools {
  /** Looks at the files first, so that the answer never depends on a watcher. */
  list(): readonly Tool[];
  onChanged(listener: () => void): () => void;
  /** Whether a changed file can make a difference to the list. @param path absolute, every link resolved */
  concerns(path: string): boolean;
  /** Why a tool of these kinds is not there now; undefined for a name that none of them brings. */
  whyMissing(name: string): string | undefined;
}

/** A file is often written in several steps; one look after them is enough. */
const settleMs = 50;

interface Detected {
  readonly tools: readonly Tool[];
  /** Why a kind brought nothing though its file is there. */
  readonly problems: ReadonlyMap<ProjectKind, string>;
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof Refusal ? `${error.message} ${error.advice}`.trim() : error.message;
}

function detect(scope: Scope, kinds: readonly ProjectKind[]): Detected {
  const folder = openProjectFolder(scope.root);
  const problems = new Map<ProjectKind, string>();
  const tools = kinds.flatMap((kind) => {
    try {
      return kind.detect(folder);
    } catch (error) {
      problems.set(kind, wordsOf(error));
      return [];
    }
  });
  return { tools, problems };
}

/** Watches the root where the system can; a watcher that cannot be had is not missed. */
function startWatching(scope: Scope, names: ReadonlySet<string>, look: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    watcher?.close();
    watcher = undefined;
  };
  try {
    watcher = watch(scope.root.real, { persistent: false }, (_event, name) => {
      if (name !== null && !names.has(name)) return;
      clearTimeout(timer);
      timer = setTimeout(look, settleMs);
      timer.unref();
    });
    watcher.on("error", stop);
  } catch (error) {
    process.stderr.write(
      `The workspace root cannot be watched (${errnoOf(error)}); its files are looked at before each call.\n`,
    );
  }
  return stop;
}

/** Where each marker really lies: a link is as good as what it leads to. */
function realMarkers(scope: Scope, markers: readonly string[]): ReadonlySet<string> {
  const paths = markers.map((name) => join(scope.root.real, name));
  return new Set(paths.flatMap((path) => [path, realOr(path)]));
}

function realOr(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // Nothing is there now.
    return path;
  }
}

/** Makes the tools of the kinds of project that a scope's root is, now and from now on. */
export function createProjectTools(scope: Scope, kinds: readonly ProjectKind[]): ProjectTools {
  const markers = [...new Set(kinds.flatMap((kind) => kind.markers))];
  const listeners = new Set<() => void>();
  let seen = "";
  let shape = "";
  let detected: Detected = { tools: [], problems: new Map() };
  let stopWatching: (() => void) | undefined;
  let real: ReadonlySet<string> = new Set();
  const look = (): void => {
    const now = fingerprint(scope.root, markers);
    if (now === seen) return;
    const isFirst = seen === "";
    seen = now;
    real = realMarkers(scope, markers);
    detected = detect(scope, kinds);
    for (const problem of detected.problems.values()) process.stderr.write(`project tools: ${problem}\n`);
    const next = JSON.stringify(
      detected.tools.map((tool) => [tool.name, tool.description, tool.annotations]),
    );
    if (next === shape) return;
    shape = next;
    if (!isFirst) for (const listener of listeners) listener();
  };
  scope.onEnd(() => {
    stopWatching?.();
    listeners.clear();
  });
  return {
    list: () => {
      look();
      return detected.tools;
    },
    onChanged: (listener) => {
      listeners.add(listener);
      look();
      // A folder of a marker (.venv) is enough to know that something below it may have changed.
      stopWatching ??= startWatching(
        scope,
        new Set(markers.map((name) => name.split(/[\\/]/)[0] ?? name)),
        look,
      );
      return () => {
        listeners.delete(listener);
      };
    },
    concerns: (path) => seen === "" || real.has(path),
    whyMissing: (name) => {
      const kind = kinds.find((one) => one.toolNames.includes(name));
      if (kind === undefined) return undefined;
      look();
      const problem = detected.problems.get(kind);
      if (problem !== undefined) return `${name} is not there now: ${problem}`;
      const [marker = ""] = kind.markers;
      return `${name} is not there now: it comes with ${marker}, and the workspace root has none that brings it.`;
    },
  };
}
