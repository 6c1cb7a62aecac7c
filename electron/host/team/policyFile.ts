import { hash } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { fail, ok, type Result } from "../../../shared/contract/index.ts";

/** Where the parts of one team server lie. The policy has a folder of its own, because no project may hold it. */
export interface TeamFolders {
  readonly policyFile: string;
  readonly state: string;
  readonly whole: string;
}

/** How many texts before the present one are kept. */
const KEPT_BACKUPS = 20;

export const foldersOf = (dataDir: string, teamId: string): TeamFolders => {
  const whole = path.join(dataDir, "team", teamId);
  return { whole, policyFile: path.join(whole, "policy", "policy.json"), state: path.join(whole, "state") };
};

/** SHA-256 of a policy's text. */
export const policyHash = (text: string): string => `sha256:${hash("sha256", text, "hex")}`;

/** Changes when the file may have changed; cheap enough for every second. Empty when it is not there. */
export const stampOf = async (file: string): Promise<string> => {
  try {
    const { mtimeNs, size, ino } = await stat(file, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return "";
  }
};

/** Reads the file; the failure says how to go on. */
export const readPolicyFile = async (file: string): Promise<Result<string>> => {
  try {
    return ok(await readFile(file, "utf8"));
  } catch (error) {
    return fail(
      "notFound",
      `The policy file ${file} cannot be read. Save the policy again here, or put the file back.`,
      { key: "teamPolicyUnreadable", params: { file }, detail: String(error) },
    );
  }
};

const writeWhole = async (file: string, text: string): Promise<void> => {
  const beside = `${file}.new`;
  const handle = await open(beside, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, file);
};

const dropOldBackups = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).sort();
  for (const name of names.slice(0, Math.max(0, names.length - KEPT_BACKUPS)))
    await rm(path.join(folder, name), { force: true });
};

/**
 * Writes a policy whole; what stood there before is kept in `backups` beside it.
 * @returns where that lies; empty when there was nothing
 */
export const writePolicyFile = async (file: string, text: string, at: number): Promise<Result<string>> => {
  const folder = path.dirname(file);
  const backups = path.join(folder, "backups");
  try {
    await mkdir(backups, { recursive: true, mode: 0o700 });
    const before = await readPolicyFile(file);
    let backup = "";
    if (before.ok) {
      backup = path.join(backups, `policy-${new Date(at).toISOString().replaceAll(":", "-")}.json`);
      await writeWhole(backup, before.value);
      await dropOldBackups(backups);
    }
    await writeWhole(file, text);
    return ok(backup);
  } catch (error) {
    return fail(
      "denied",
      `The policy could not be written to ${file}, so nothing was changed. Make room or give the right to write there, then save again.`,
      { key: "teamPolicyNotWritten", params: { file }, detail: String(error) },
    );
  }
};
