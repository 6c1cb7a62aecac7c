import type { CallDetail, WorkspaceId } from "../../../shared/contract/index.ts";

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const word = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const count = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** What the result of a command says beside its text. Sizes are bytes. */
export interface CommandResult {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  /** As it was when the call answered. */
  readonly isRunning: boolean;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly isTimedOut: boolean;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
}

const PREFIX = "workspace:";

/** The command of a call of the workspace's own server; undefined for every other call. Reads any result. */
export const commandResultOf = ({
  call,
  structured,
}: Pick<CallDetail, "call" | "structured">): CommandResult | undefined => {
  const data = fieldsOf(structured);
  const id = word(data["id"]);
  const [stdoutBytes, stderrBytes] = [count(data["stdoutBytes"]), count(data["stderrBytes"])];
  if (call.serverId?.startsWith(PREFIX) !== true || id === undefined || !/^c-[0-9a-f]{8}$/.test(id))
    return undefined;
  if (stdoutBytes === undefined || stderrBytes === undefined) return undefined;
  return {
    workspaceId: call.serverId.slice(PREFIX.length) as WorkspaceId,
    id,
    isRunning: data["isRunning"] === true,
    exitCode: count(data["exitCode"]) ?? null,
    signal: word(data["signal"]) ?? null,
    isTimedOut: data["isTimedOut"] === true,
    stdoutBytes,
    stderrBytes,
  };
};

/** One file of a result: a change with its diff as text, or a file that was read. */
export interface ResultFile {
  readonly path: string;
  readonly diff: string | undefined;
  /** Only where it is not plain UTF-8. */
  readonly encoding: string | undefined;
}

const fileOf = (value: unknown): ResultFile | undefined => {
  const data = fieldsOf(value);
  const path = word(data["path"]);
  if (path === undefined) return undefined;
  const encoding = word(data["encoding"]);
  const isPlain = encoding === undefined || /^utf-8$/i.test(encoding);
  const diff = word(data["diff"]);
  return { path, diff: diff === "" ? undefined : diff, encoding: isPlain ? undefined : encoding };
};

/** The files that a result names, as far as there is a diff or an encoding to show of them. Reads any result. */
export const resultFilesOf = ({ structured }: Pick<CallDetail, "structured">): readonly ResultFile[] => {
  const data = fieldsOf(structured);
  const changed: readonly unknown[] = Array.isArray(data["changed"]) ? data["changed"] : [structured];
  return changed
    .map(fileOf)
    .filter((file) => file !== undefined)
    .filter(({ diff, encoding }) => diff !== undefined || encoding !== undefined);
};
