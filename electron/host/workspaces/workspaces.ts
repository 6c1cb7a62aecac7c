import { hash } from "node:crypto";
import { cp, mkdir, realpath, stat } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { fail, ok, WorkspaceInfo, type Result, type WorkspaceId } from "../../../shared/contract/index.ts";
import type { Clock } from "../ports.ts";

/** The folders a person opened. Ids come from the real path, so that opening a folder twice gives one workspace. */
export interface Workspaces {
  open(folder: string): Promise<Result<WorkspaceInfo>>;
  /** Copies the sample project beside the data if it is not there yet, and opens it. */
  openSample(): Promise<Result<WorkspaceInfo>>;
  list(): WorkspaceInfo[];
  get(id: WorkspaceId): WorkspaceInfo | undefined;
  trust(id: WorkspaceId, isTrusted: boolean): Result<WorkspaceInfo>;
}

const KEY = "workspaces";
const Stored = z.array(WorkspaceInfo.omit({ exists: true }));
type Stored = z.infer<typeof Stored>;

/** What the room needs from outside. */
export interface WorkspacePorts {
  readonly config: { get(name: string): unknown; set(name: string, value: unknown): void };
  readonly clock: Clock;
  /** Where the sample project's template lies, and where copies go. */
  readonly sampleFrom: string;
  readonly sampleTo: string;
}

const idOf = (real: string): WorkspaceId => `ws_${hash("sha256", real).slice(0, 20)}` as WorkspaceId;

/** Where the workspace server keeps what must outlive it: earlier contents and deleted files (`--state`). */
export const workspaceState = (dataDir: string, realPath: string): string =>
  path.join(dataDir, "workspace-state", idOf(realPath));

const resolveFolder = async (folder: string): Promise<Result<string>> => {
  if (!path.isAbsolute(folder))
    return fail(
      "invalidInput",
      `"${folder}" is not an absolute path. Choose the folder with the picker, or give its whole path.`,
      { key: "workspaceNotAbsolute", params: { path: folder } },
    );
  try {
    const real = await realpath(folder);
    const found = await stat(real);
    if (found.isDirectory()) return ok(real);
    return fail("invalidInput", `"${folder}" is a file, not a folder. Open the folder that holds it.`, {
      key: "workspaceNotFolder",
      params: { path: folder },
    });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown";
    if (code === "EACCES" || code === "EPERM")
      return fail(
        "denied",
        `"${folder}" cannot be read with your rights. Change its permissions or choose another folder.`,
        { key: "workspaceDenied", params: { path: folder }, detail: code },
      );
    return fail("notFound", `There is no folder "${folder}". Check the path, or choose another folder.`, {
      key: "workspaceMissing",
      params: { path: folder },
      detail: code,
    });
  }
};

/** Makes the room over the config table. */
export const createWorkspaces = (ports: WorkspacePorts): Workspaces => {
  const parsed = Stored.safeParse(ports.config.get(KEY) ?? []);
  let all: Stored = parsed.success ? parsed.data : [];
  const save = (next: Stored): void => {
    all = next;
    ports.config.set(KEY, next);
  };
  const shown = (item: Stored[number]): WorkspaceInfo => ({ ...item, exists: existsSync(item.path) });

  const open = async (folder: string, isSample: boolean): Promise<Result<WorkspaceInfo>> => {
    const real = await resolveFolder(folder);
    if (!real.ok) return real;
    const workspaceId = idOf(real.value);
    const known = all.find((item) => item.workspaceId === workspaceId);
    const info = {
      workspaceId,
      path: real.value,
      name: path.basename(real.value) || real.value,
      isSample: isSample || (known?.isSample ?? false),
      isTrusted: known?.isTrusted ?? false,
      openedAt: ports.clock.now(),
    };
    save([info, ...all.filter((item) => item.workspaceId !== workspaceId)].slice(0, 200));
    return ok(shown(info));
  };

  return {
    open: (folder) => open(folder, false),
    openSample: async () => {
      try {
        if (!existsSync(path.join(ports.sampleTo, "main.mjs"))) {
          await mkdir(path.dirname(ports.sampleTo), { recursive: true });
          await cp(ports.sampleFrom, ports.sampleTo, { recursive: true });
        }
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        return fail(
          "internal",
          `The sample project could not be copied to ${ports.sampleTo}. Check the disk and its permissions, or open a folder of your own.`,
          { key: "sampleNotCopied", params: { path: ports.sampleTo }, detail },
        );
      }
      return open(ports.sampleTo, true);
    },
    list: () => all.map(shown),
    get: (id) => {
      const found = all.find((item) => item.workspaceId === id);
      return found ? shown(found) : undefined;
    },
    trust: (id, isTrusted) => {
      const found = all.find((item) => item.workspaceId === id);
      if (!found)
        return fail("notFound", "This workspace is not known any more. Open its folder again.", {
          key: "workspaceUnknown",
        });
      const next = { ...found, isTrusted };
      save(all.map((item) => (item.workspaceId === id ? next : item)));
      return ok(shown(next));
    },
  };
};
