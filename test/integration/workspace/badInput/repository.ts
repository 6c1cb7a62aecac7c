import { execFileSync } from "node:child_process";

/** Makes a folder a repository with one commit of one file. */
export function commitOne(folder: string, file: string): void {
  const git = (...args: string[]): void => {
    const who = ["-c", "user.name=test", "-c", "user.email=test@example.test", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...who, ...args], { cwd: folder, stdio: "ignore" });
  };
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--", file);
  git("commit", "--quiet", "-m", "one");
}
