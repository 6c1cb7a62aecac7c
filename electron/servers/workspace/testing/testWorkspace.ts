import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openRoot } from "../paths/index.ts";
import { createDispatch, createScope, type Hooks, type Scope } from "../protocol/index.ts";
import { createToolSet } from "../tools.ts";

/** The parts of a result that tests look at. */
export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Record<string, unknown>;
  /** `error.code` of a failed call, else an empty string. */
  readonly code: string;
}

/** A fresh workspace with a folder beside it, served in this process. */
export interface TestWorkspace extends Disposable {
  /** The workspace root, and a folder outside it. */
  readonly root: string;
  readonly outside: string;
  readonly scope: Scope;
  readonly call: (name: string, input: unknown, meta?: Record<string, unknown>) => Promise<Answer>;
  readonly put: (path: string, content: string | Buffer) => void;
  readonly bytes: (path: string) => Buffer;
  readonly text: (path: string) => string;
}

function codeOf(data: Record<string, unknown>): string {
  const error = data["error"];
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return String(error.code);
}

/** Reads a tool result the way tests want it. */
export function answerOf(result: {
  content?: unknown;
  structuredContent?: unknown;
  isError?: unknown;
}): Answer {
  const [first] = Array.isArray(result.content) ? (result.content as { text?: string }[]) : [];
  const data = (result.structuredContent ?? {}) as Record<string, unknown>;
  return { isError: result.isError === true, text: first?.text ?? "", data, code: codeOf(data) };
}

/** Opens a workspace in a temporary folder; `using` removes it. */
export function openTestWorkspace(
  files: Record<string, string | Buffer> = {},
  hooks: Hooks = {},
  options: Partial<Pick<Scope, "stateFolder" | "environment" | "permits" | "sandbox">> = {},
): TestWorkspace {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-ws-")));
  const root = join(base, "ws");
  const outside = join(base, "out");
  mkdirSync(root);
  mkdirSync(outside);
  const put = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, content] of Object.entries(files)) put(path, content);
  const scope = createScope({
    root: openRoot(root),
    serverMark: `test-${randomUUID()}`,
    stateFolder: join(base, "state"),
    ...options,
  });
  const dispatch = createDispatch({ scope, tools: createToolSet(scope), hooks });
  return {
    root,
    outside,
    scope,
    call: async (name, input, meta) =>
      answerOf(await dispatch({ name, input, meta, signal: new AbortController().signal })),
    put,
    bytes: (path) => readFileSync(join(root, path)),
    text: (path) => readFileSync(join(root, path), "utf8"),
    [Symbol.dispose]: () => {
      scope.end();
      rmSync(base, { recursive: true, force: true });
    },
  };
}
