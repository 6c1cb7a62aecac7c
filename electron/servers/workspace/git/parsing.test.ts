import { describe, expect, it } from "vitest";
import { parseNumstat } from "./gitDiff.ts";
import { parseStatus } from "./parseStatus.ts";
import { mayHoldSecrets } from "./secretNames.ts";
import { chosenSettings } from "./settings.ts";

describe("what git says", () => {
  it("is read field by field, with any characters in names", () => {
    const fields = [
      "# branch.oid (initial)",
      "# branch.head (detached)",
      "1 .M N... 100644 100644 100644 aaa bbb a b\nc.txt",
      "2 RM N... 100644 100644 100644 aaa bbb R100 new name",
      "old name",
      "u UU N... 1 2 3 4 a b c both.txt",
      "? 1 .M",
      "! ignored",
    ];
    expect(parseStatus(fields)).toEqual({
      branch: null,
      head: null,
      upstream: null,
      ahead: null,
      behind: null,
      entries: [
        { path: "a b\nc.txt", staged: null, unstaged: "modified" },
        { path: "new name", staged: "renamed", unstaged: "modified", from: "old name" },
        { path: "both.txt", staged: null, unstaged: "conflict" },
        { path: "1 .M", staged: null, unstaged: "untracked" },
      ],
    });
    expect(parseNumstat(["1\t2\ta\tb", "-\t-\tbin", "0\t0\t", "old", "new"])).toEqual([
      { path: "a\tb", added: 1, removed: 2 },
      { path: "bin", added: null, removed: null },
      { path: "new", from: "old", added: 0, removed: 0 },
    ]);
  });
});

describe("settings of a repository", () => {
  it("are taken over only from a list of harmless ones with harmless values", () => {
    const own = [
      ["core.autocrlf", "true"],
      ["core.filemode", "!sh -c x"],
      ["core.fsmonitor", "/tmp/x"],
      ["core.excludesfile", "/etc/passwd"],
      ["core.worktree", "/"],
      ["filter.x.clean", "x"],
      ["diff.external", "x"],
      ["include.path", "x"],
      ["remote.origin.url", "ext::x"],
      ["remote.origin.promisor", "true"],
      ["remote.origin.uploadpack", "x"],
      ["remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"],
      ["branch.main.remote", "origin"],
      ["branch.main.merge", "refs/heads/main; x"],
    ].map(([key = "", value = ""]) => ({ key, value }));
    const personal = [
      { key: "core.excludesfile", value: "~/.gitignore" },
      { key: "core.editor", value: "x" },
      { key: "gpg.program", value: "x" },
    ];
    expect(chosenSettings(personal, own).map(({ key }) => key)).toEqual([
      "core.autocrlf",
      "core.excludesfile",
      "remote.origin.fetch",
      "branch.main.remote",
    ]);
  });
});

describe("files that can hold secrets", () => {
  it("are told by their names", () => {
    const secrets = [".env", "a/.ENV.local", "x.pem", ".ssh/config", "conf/credentials", ".npmrc", "id_rsa"];
    const plain = [".env.example", "environment.ts", "pem.md", "ssh/config", "credentials.ts", "a.env.md"];
    expect(secrets.filter((path) => !mayHoldSecrets(path))).toEqual([]);
    expect(plain.filter(mayHoldSecrets)).toEqual([]);
  });
});
