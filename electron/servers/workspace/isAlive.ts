import { errnoOf } from "./outcome/index.ts";

/** Whether a process with this number runs; another user's does, too. Never throws. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== "ESRCH";
  }
}
