import { hash } from "node:crypto";
import { cp, mkdir, realpath, stat } from "node:fs/promises";
import { existsSync, statSync } from "node:fs";
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
  /** Whether edits in this folder apply by themselves. False for a folder that is gone, or another one under the same path (security.md 4.2). */
  autoApplies(id: WorkspaceId): boolean;
  setAutoApply(id: WorkspaceId, isOn: boolean): Result<WorkspaceInfo>;
}

const KEY = "workspaces";
/** `autoApply` names the folder the choice was made for, by device and inode: a copy or a namesake does not inherit it. */
const Stored = z.array(
  WorkspaceInfo.omit({ exists: true, autoApplyEdits: true }).extend({
    autoApply: z.strictObject({ folder: z.string() }).optional(),
  }),
);
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

/** A folder's own identity, whatever it is called; null when it is gone. */
export const folderMark = (folder: string): string | null => {
  try {
    const { dev, ino } = statSync(folder, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
};

const unknown = (): Result<never> =>
  fail("notFound", "This workspace is not known any more. Open its folder again.", {
    key: "workspaceUnknown",
  });

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

const applies = ({ autoApply, path: folder }: Stored[number]): boolean =>
  autoApply !== undefined && autoApply.folder === folderMark(folder);

const shown = (item: Stored[number]): WorkspaceInfo => {
  const { autoApply: _, ...info } = item;
  return { ...info, exists: existsSync(item.path), autoApplyEdits: applies(item) };
};

/** The stored list, and the ways to change it. */
const createList = (config: WorkspacePorts["config"]) => {
  const parsed = Stored.safeParse(config.get(KEY) ?? []);
  let all: Stored = parsed.success ? parsed.data : [];
  const save = (next: Stored): void => {
    all = next;
    config.set(KEY, next);
  };
  const find = (id: WorkspaceId): Stored[number] | undefined => all.find((item) => item.workspaceId === id);
  return {
    all: () => all,
    find,
    /** Puts a folder on top, in the place of what was known of it. */
    put: (info: Stored[number]): void =>
      save([info, ...all.filter((item) => item.workspaceId !== info.workspaceId)].slice(0, 200)),
    change: (id: WorkspaceId, next: (item: Stored[number]) => Stored[number]): Result<WorkspaceInfo> => {
      const found = find(id);
      if (!found) return unknown();
      const changed = next(found);
      save(all.map((item) => (item.workspaceId === id ? changed : item)));
      return ok(shown(changed));
    },
  };
};

type List = ReturnType<typeof createList>;

const setAutoApplyIn = (list: List, id: WorkspaceId, isOn: boolean): Result<WorkspaceInfo> => {
  const found = list.find(id);
  if (!found) return unknown();
  const folder = folderMark(found.path);
  if (isOn && folder === null)
    return fail("notFound", `There is no folder "${found.path}" any more. Open it where it is now.`, {
      key: "workspaceMissing",
      params: { path: found.path },
    });
  return list.change(id, ({ autoApply: _, ...item }) =>
    isOn && folder !== null ? { ...item, autoApply: { folder } } : item,
  );
};

/** Makes the room over the config table. */
export const createWorkspaces = (ports: WorkspacePorts): Workspaces => {
  const list = createList(ports.config);
  const open = async (folder: string, isSample: boolean): Promise<Result<WorkspaceInfo>> => {
    const real = await resolveFolder(folder);
    if (!real.ok) return real;
    const workspaceId = idOf(real.value);
    const known = list.find(workspaceId);
    const info = {
      workspaceId,
      path: real.value,
      name: path.basename(real.value) || real.value,
      isSample: isSample || (known?.isSample ?? false),
      isTrusted: known?.isTrusted ?? false,
      openedAt: ports.clock.now(),
      ...(known?.autoApply ? { autoApply: known.autoApply } : {}),
    };
    list.put(info);
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
    list: () => list.all().map(shown),
    get: (id) => {
      const found = list.find(id);
      return found ? shown(found) : undefined;
    },
    trust: (id, isTrusted) => list.change(id, (item) => ({ ...item, isTrusted })),
    autoApplies: (id) => {
      const found = list.find(id);
      return found !== undefined && applies(found);
    },
    setAutoApply: (id, isOn) => setAutoApplyIn(list, id, isOn),
  };
};
