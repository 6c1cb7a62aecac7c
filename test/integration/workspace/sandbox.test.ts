import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createScope } from "../../../electron/servers/workspace/protocol/index.ts";
import { sandboxOf } from "../../../electron/servers/workspace/sandbox/index.ts";
import { verifies } from "../../verifies.ts";
import { openSandboxed } from "./sandboxed.ts";
import { runningCommands, until } from "./workspaceServer.ts";

const isLinux = process.platform === "linux";

describe.runIf(isLinux)("the sandbox of commands on Linux", () => {
  verifies(["GOV-09"], "is there: Linux without a working bubblewrap fails here", async () => {
    using sandboxed = openSandboxed();
    expect(await sandboxOf(sandboxed.workspace.scope).state()).toMatchObject({ kind: "bubblewrap" });
    expect((await sandboxed.wrap("true", [])).kind).toBe("bubblewrap");
  });

  verifies(
    ["GOV-09"],
    "lets a command write in the workspace and its own temporary folder only",
    async () => {
      using sandboxed = openSandboxed({ "a.txt": "one\n" });
      const { outside } = sandboxed.workspace;
      const done = await sandboxed.sh(
        `echo two >> a.txt; mkdir new && echo x > new/b; echo t > $TMPDIR/t && cat $TMPDIR/t;
       for place in ${outside} /etc /usr /var/lib /opt; do touch $place/lw-canary && echo WROTE $place; done;
       echo gone > /var/tmp/lw-canary-tmp; echo gone > /tmp/lw-canary-tmp`,
      );
      expect(done.stdout).toBe("t\n");
      expect(sandboxed.workspace.text("a.txt")).toBe("one\ntwo\n");
      expect(sandboxed.workspace.text("new/b")).toBe("x\n");
      for (const place of [outside, "/etc", "/usr", "/var/lib", "/opt"])
        expect(existsSync(join(place, "lw-canary")), place).toBe(false);
      expect(existsSync("/var/tmp/lw-canary-tmp") || existsSync("/tmp/lw-canary-tmp")).toBe(false);
    },
  );

  verifies(
    ["GOV-09", "TOOL-06"],
    "keeps what stands in a command's way out of every other tool's sight",
    async () => {
      using sandboxed = openSandboxed({ "a.txt": "one\n" });
      const { workspace } = sandboxed;
      const started = await workspace.call("run_command", { command: "sleep 60", background: true });
      try {
        expect(existsSync(join(workspace.root, ".mcp.json"))).toBe(true);
        expect((await workspace.call("list_files", { recursive: true })).data["entries"]).toMatchObject([
          { name: "a.txt" },
        ]);
        expect((await workspace.call("find_files", { glob: ".*" })).text).toMatch(/^No matches/);
        expect((await workspace.call("git_status", {})).text).toMatch(
          /^The workspace is not in a git repository/,
        );
        expect((await workspace.call("delete_path", { path: ".claude" })).text).toMatch(/there are a\.txt\./);
        for (const [tool, input] of [
          ["write_file", { path: ".mcp.json", content: "{}" }],
          ["create_folder", { path: ".vscode" }],
          ["move_path", { from: "a.txt", to: ".idea" }],
        ] as const) {
          const answer = await workspace.call(tool, input);
          expect(answer, tool).toMatchObject({ code: "denied" });
          expect(answer.text, tool).toContain("stop_command");
        }
      } finally {
        await workspace.call("stop_command", { id: started.data["id"] });
      }
      expect(await workspace.call("write_file", { path: ".mcp.json", content: "{}" })).toMatchObject({
        isError: false,
      });
      expect(readdirSync(workspace.root).toSorted()).toEqual([".mcp.json", "a.txt"]);
    },
  );

  verifies(
    ["GOV-09"],
    "lets two servers hold one workspace: the last command's end gives it back",
    async () => {
      using sandboxed = openSandboxed({ "a.txt": "one\n" });
      const { workspace } = sandboxed;
      const other = createScope({
        root: workspace.scope.root,
        serverMark: "another-server",
        stateFolder: join(workspace.outside, "state2"),
        environment: workspace.scope.environment,
      });
      const started = await workspace.call("run_command", { command: "sleep 60", background: true });
      const wrapped = await sandboxOf(other).wrap({
        program: "/bin/sh",
        args: ["-c", "echo x > .git/config; mkdir .git/hooks; echo y > .mcp.json"],
        cwd: workspace.root,
        env: {},
        network: false,
      });
      spawnSync(wrapped.program, wrapped.args, { cwd: workspace.root, env: wrapped.env });
      wrapped.end();
      expect(readdirSync(join(workspace.root, ".git")), "still held, still empty").toEqual([]);
      await workspace.call("stop_command", { id: started.data["id"] });
      other.end();
      expect(readdirSync(workspace.root)).toEqual(["a.txt"]);
    },
    60_000,
  );

  verifies(["GOV-09"], "hides the home folder, but for toolchains found on PATH", async () => {
    using sandboxed = openSandboxed();
    sandboxed.putHome(".ssh/id_ed25519", "lw-secret-key");
    sandboxed.putHome("Documents/letter.txt", "lw-secret-letter");
    sandboxed.putHome(".tool/bin/hello", "#!/bin/sh\ncat $(dirname $0)/../lib/words\n");
    sandboxed.putHome(".tool/lib/words", "toolchain\n");
    chmodSync(join(sandboxed.home, ".tool/bin/hello"), 0o755);
    const path = `${sandboxed.home}/.tool/bin:/usr/bin:/bin`;
    const done = await sandboxed.sh(
      `hello; ls -A ${sandboxed.home}; cat ~/.ssh/id_ed25519 ~/Documents/letter.txt; echo x > ~/.tool/lib/words;
       ls -A /home /root 2>/dev/null`,
      { env: { PATH: path } },
    );
    expect(done.stdout).toMatch(/^toolchain\n/);
    expect(done.stdout + done.stderr).not.toContain("lw-secret");
    expect(done.stdout).not.toMatch(/\.ssh|Documents|\.bash|\.config\/gh/);
    expect(readFileSync(join(sandboxed.home, ".tool/lib/words"), "utf8")).toBe("toolchain\n");
  });

  verifies(
    ["GOV-09"],
    "takes who commits from the person's git settings, and no secret of them",
    async () => {
      using sandboxed = openSandboxed();
      sandboxed.putHome(
        ".gitconfig",
        '[user]\n\tname = Ann \\"A\\" B\n\temail = ann@example.com\n[http]\n\textraheader = lw-secret\n',
      );
      sandboxed.putHome(".npmrc", "fund=false\n//registry.example.com/:_authToken=lw-secret\n");
      const done = await sandboxed.sh(
        "git config user.name; git config user.email; cat ~/.gitconfig ~/.npmrc",
      );
      expect(done.stdout).toMatch(/^Ann "A" B\nann@example\.com\n/);
      expect(done.stdout).toContain("fund=false");
      expect(done.stdout).not.toContain("lw-secret");
    },
  );

  verifies(["GOV-09"], "keeps protected files as they are, and absent ones absent", async () => {
    using sandboxed = openSandboxed({
      ".vscode/settings.json": "{}",
      ".mcp.json": "{}",
      "sub/.idea/x.xml": "<x/>",
      "src/a.ts": "",
    });
    const git = (...args: string[]): void => {
      execFileSync("git", ["-C", sandboxed.workspace.root, ...args], { stdio: "ignore" });
    };
    git("init", "-q");
    git("config", "user.name", "A");
    git("config", "user.email", "a@example.com");
    const config = sandboxed.workspace.text(".git/config");
    const tries = [
      "echo x > .git/hooks/pre-commit",
      "git config core.fsmonitor ./evil",
      "mv .git .git2",
      "rm -rf .git/hooks",
      "echo x > .vscode/tasks.json",
      "mv .vscode other",
      "echo x > .mcp.json",
      "rm .mcp.json",
      "echo x > sub/.idea/y.xml",
      "mkdir -p .claude && echo x > .claude/settings.json",
      "mkdir -p .cursor && echo x > .cursor/mcp.json",
      "echo x > .loopwright/settings.json",
      "ln -s /etc .idea",
    ];
    for (const line of tries) expect((await sandboxed.sh(line)).code, line).not.toBe(0);
    expect(sandboxed.workspace.text(".git/config")).toBe(config);
    expect(sandboxed.exists(".git/hooks/pre-commit")).toBe(false);
    expect(readdirSync(join(sandboxed.workspace.root, ".vscode"))).toEqual(["settings.json"]);
    expect(sandboxed.workspace.text(".mcp.json")).toBe("{}");
    for (const name of [".claude", ".cursor", ".loopwright", ".idea"])
      expect(sandboxed.exists(name), name).toBe(false);
    await sandboxed.sh("mkdir evil && echo ../evil > .git/commondir");
    expect(sandboxed.exists("evil")).toBe(true);
    expect(sandboxed.exists(".git/commondir")).toBe(false);
    const commit = await sandboxed.sh(
      "git add src && git commit -qm one && git checkout -qb other && git log --oneline",
    );
    expect(commit.stdout, commit.stderr).toMatch(/ one\n$/);
  });

  verifies(["GOV-09"], "leaves no placeholder behind, also with commands side by side", async () => {
    using sandboxed = openSandboxed({ "a.txt": "" });
    const slow = sandboxed.sh("sleep 0.3; mkdir .vscode/x; touch .git/x; ls -A");
    const quick = await Promise.all([sandboxed.sh("mkdir .git/x"), sandboxed.sh("true")]);
    expect(quick.map(({ code }) => code)).toEqual([1, 0]);
    expect((await slow).stderr).toMatch(/\.vscode\/x.*Read-only[\s\S]*\.git\/x.*Read-only/);
    expect(readdirSync(sandboxed.workspace.root)).toEqual(["a.txt"]);
  });

  verifies(["GOV-09"], "keeps guarding what a command left running, until the scope ends", async () => {
    using sandboxed = openSandboxed({ "a.txt": "" });
    const { call, root } = sandboxed.workspace;
    const line =
      "env -i setsid /bin/bash -c 'while sleep 0.05; do mkdir -p .vscode/x && echo MADE; done; exec sleep 9841' >/dev/null 2>&1 & echo on";
    const answer = await call("run_command", { command: line });
    expect(answer.text).toMatch(/still running in the background/);
    await call("run_command", { command: "sleep 0.3" });
    expect(existsSync(join(root, ".vscode/x"))).toBe(false);
    sandboxed.workspace.scope.end();
    expect(readdirSync(root)).toEqual(["a.txt"]);
    await until(
      () => !runningCommands().some((command) => command.includes("mkdir -p .vscode/x")),
      "it is gone",
    );
  });

  verifies(["GOV-09"], "ends with all that runs in it", async () => {
    using sandboxed = openSandboxed();
    const line = "env -i setsid sleep 9842 & (sleep 9843 &) ; echo begun; sleep 9844";
    await sandboxed.workspace.call("run_command", { command: line, background: true });
    const left = (): string[] => runningCommands().filter((command) => /^sleep 984[234]/.test(command));
    await until(() => left().length === 3, "all three run");
    sandboxed.workspace.scope.end();
    await until(() => left().length === 0, "everything in the sandbox is gone");
  });

  verifies(
    ["GOV-09"],
    "gives the network to a call that was granted it, and loopback of its own to the others",
    async () => {
      using sandboxed = openSandboxed({
        "get.mjs":
          'import http from "node:http";http.get(process.argv[2],(r)=>r.pipe(process.stdout)).on("error",(e)=>console.log(e.code));',
        "own.mjs":
          'import http from "node:http";const s=http.createServer((q,r)=>r.end("own")).listen(0,"127.0.0.1",()=>http.get({port:s.address().port},(r)=>{r.pipe(process.stdout).on("data",()=>0);r.on("end",()=>s.close())}));',
      });
      const server = createServer((_request, response) => response.end("outside"));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      try {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
        const denied = await sandboxed.sh(`node get.mjs ${url}`);
        const granted = await sandboxed.sh(`node get.mjs ${url}`, { network: true });
        const own = await sandboxed.sh("node own.mjs");
        expect([denied.stdout.trim(), granted.stdout, own.stdout]).toEqual([
          "ECONNREFUSED",
          "outside",
          "own",
        ]);
      } finally {
        server.close();
      }
    },
  );

  verifies(["GOV-09"], "shows neither other processes nor doors to them", async () => {
    using sandboxed = openSandboxed();
    const env = {
      DISPLAY: ":0",
      DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/x",
      XDG_RUNTIME_DIR: "/run/user/0",
    };
    const done = await sandboxed.sh("ls /proc | grep -c '^[0-9]'; ls -A /run; env; cat /proc/1/environ", {
      env,
    });
    expect(Number(done.stdout.split("\n")[0])).toBeLessThan(8);
    expect(done.stdout).not.toMatch(/DISPLAY|DBUS|XDG_RUNTIME/);
  });

  verifies(["GOV-09"], "keeps what it keeps for later out of a command's sight", async () => {
    using sandboxed = openSandboxed();
    const { scope } = sandboxed.workspace;
    execFileSync("mkdir", ["-p", scope.stateFolder]);
    writeFileSync(join(scope.stateFolder, "kept"), "lw-secret");
    const done = await sandboxed.sh(`cat ${scope.stateFolder}/kept; echo x > ${scope.stateFolder}/kept`);
    expect(done.stdout).toBe("");
    expect(readFileSync(join(scope.stateFolder, "kept"), "utf8")).toBe("lw-secret");
  });

  it("deletes its private folder with the scope", async () => {
    const sandboxed = openSandboxed();
    const done = await sandboxed.sh("echo x > $TMPDIR/x; echo x > ~/x; cat /proc/self/mountinfo");
    const folder = /\S*(loopwright-sandbox-\d+-\w+)/.exec(done.stdout)?.[1] ?? "";
    expect(folder).not.toBe("");
    const isThere = (): boolean => readdirSync(process.env["TMPDIR"] ?? "/tmp").includes(folder);
    expect(isThere()).toBe(true);
    sandboxed[Symbol.dispose]();
    expect(isThere()).toBe(false);
  });
});

describe("a scope without a sandbox", () => {
  verifies(["GOV-09"], "starts programs as they are and says why", async () => {
    using sandboxed = openSandboxed();
    const { root, serverMark, stateFolder } = sandboxed.workspace.scope;
    const scope = createScope({ root, serverMark, stateFolder, sandbox: "off" });
    const { kind, cause, reason } = await sandboxOf(scope).state();
    expect({ kind, cause }).toEqual({ kind: "none", cause: "off" });
    expect(reason).toMatch(/without a sandbox: it is turned off/);
    const asked = { program: "x", args: ["y"], cwd: root.real, env: { A: "1" }, network: false };
    expect(await sandboxOf(scope).wrap(asked)).toMatchObject({
      program: "x",
      args: ["y"],
      env: { A: "1" },
      kind: "none",
    });
  });
});
