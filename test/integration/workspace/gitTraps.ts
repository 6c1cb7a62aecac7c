import { execFileSync } from "node:child_process";
import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { put, type TestRepository } from "./gitRepo.ts";

/** A way in which looking at a repository with plain git runs a program of the repository's choice. */
export interface Trap {
  readonly name: string;
  readonly set: (repository: TestRepository) => void;
  /** Plain git that falls into it. */
  readonly plain: readonly string[];
}

/** Same content, another time: git has to look into the file, through its filter. */
function touch({ root }: TestRepository): void {
  utimesSync(join(root, "a.txt"), 1_000_000, 1_000_000);
}

function attribute(repository: TestRepository, text: string): void {
  repository.workspace.put(".gitattributes", text);
}

/** A commit with a signature that only a program could check. */
function signedCommit({ git, root }: TestRepository): void {
  const [head, tree] = [git("rev-parse", "HEAD").trim(), git("rev-parse", "HEAD^{tree}").trim()];
  const who = "Ada <ada@example.org> 1767322000 +0000";
  const signature = "-----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----";
  const text = `tree ${tree}\nparent ${head}\nauthor ${who}\ncommitter ${who}\ngpgsig ${signature}\n\nsigned\n`;
  const hash = execFileSync("git", ["-C", root, "hash-object", "-t", "commit", "-w", "--stdin"], {
    input: text,
    encoding: "utf8",
  });
  git("update-ref", "HEAD", hash.trim());
}

function submodule(repository: TestRepository): void {
  const source = join(repository.outside, "source");
  put(join(source, "s.txt"), "s\n");
  const git = (...args: readonly string[]): void => {
    execFileSync("git", ["-C", source, "-c", "user.name=Ada", "-c", "user.email=a@example.org", ...args], {
      stdio: "ignore",
    });
  };
  git("init");
  git("add", "--all");
  git("commit", "-m", "s");
  repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", source, "sub");
  repository.git("commit", "--quiet", "-m", "sub");
  repository.git("-C", "sub", "config", "core.fsmonitor", repository.trap);
}

function partialClone(repository: TestRepository): void {
  const { git, root, outside } = repository;
  const fetcher = join(outside, "fetch.sh");
  put(fetcher, `#!/bin/sh\necho run >> '${join(outside, "canary")}'\nexit 1\n`, 0o755);
  repository.workspace.put("a.txt", "second\n");
  git("commit", "--quiet", "--all", "-m", "second");
  const blob = git("rev-parse", "HEAD:a.txt").trim();
  rmSync(join(root, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  git("config", "core.repositoryformatversion", "1");
  git("config", "extensions.partialClone", "origin");
  git("config", "remote.origin.promisor", "true");
  git("config", "remote.origin.url", `ext::${fetcher}`);
  git("config", "protocol.ext.allow", "always");
}

const set =
  (key: string) =>
  ({ git, trap }: TestRepository): void => {
    git("config", key, trap);
  };

/** Security §1 and what else was found; each is shown to work with plain git before ours is tried. */
export const traps: readonly Trap[] = [
  { name: "core.fsmonitor", set: set("core.fsmonitor"), plain: ["status"] },
  {
    name: "filter.*.clean",
    set: (it) => {
      set("filter.x.clean")(it);
      attribute(it, "*.txt filter=x\n");
      touch(it);
    },
    plain: ["status"],
  },
  {
    name: "filter.*.process",
    set: (it) => {
      set("filter.x.process")(it);
      attribute(it, "*.txt filter=x\n");
      touch(it);
    },
    plain: ["diff"],
  },
  {
    name: "diff.*.textconv",
    set: (it) => {
      set("diff.x.textconv")(it);
      attribute(it, "*.txt diff=x\n");
      it.workspace.put("a.txt", "changed\n");
    },
    plain: ["diff"],
  },
  {
    name: "diff.*.command",
    set: (it) => {
      set("diff.x.command")(it);
      attribute(it, "*.txt diff=x\n");
      it.workspace.put("a.txt", "changed\n");
    },
    plain: ["diff"],
  },
  {
    name: "diff.external",
    set: (it) => {
      set("diff.external")(it);
      it.workspace.put("a.txt", "changed\n");
    },
    plain: ["diff"],
  },
  {
    name: "hooks/post-index-change",
    set: (it) => {
      put(join(it.root, ".git/hooks/post-index-change"), `#!/bin/sh\nexec '${it.trap}' </dev/null\n`, 0o755);
      touch(it);
    },
    plain: ["status"],
  },
  {
    name: "core.hooksPath",
    set: (it) => {
      put(join(it.root, "hooks/post-index-change"), `#!/bin/sh\nexec '${it.trap}' </dev/null\n`, 0o755);
      it.git("config", "core.hooksPath", "hooks");
      touch(it);
    },
    plain: ["status"],
  },
  {
    name: "log.showSignature with gpg.program",
    set: (it) => {
      signedCommit(it);
      it.git("config", "log.showSignature", "true");
      set("gpg.program")(it);
    },
    plain: ["log"],
  },
  { name: "a submodule's own core.fsmonitor", set: submodule, plain: ["status"] },
  {
    name: "include.path",
    set: (it) => {
      put(join(it.root, "evil.inc"), `[core]\n\tfsmonitor = ${it.trap}\n`);
      it.git("config", "include.path", "../evil.inc");
    },
    plain: ["status"],
  },
  {
    name: "config.worktree",
    set: (it) => {
      it.git("config", "core.repositoryformatversion", "1");
      it.git("config", "extensions.worktreeConfig", "true");
      put(join(it.root, ".git/config.worktree"), `[core]\n\tfsmonitor = ${it.trap}\n`);
    },
    plain: ["status"],
  },
  { name: "a lazy fetch of a partial clone", set: partialClone, plain: ["diff", "HEAD~1", "HEAD"] },
  {
    name: "the person's own diff.external",
    set: (it) => {
      put(join(it.outside, ".gitconfig"), `[diff]\n\texternal = ${it.trap}\n`);
      it.workspace.put("a.txt", "changed\n");
    },
    plain: ["diff"],
  },
];
