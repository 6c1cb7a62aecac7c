import { beforeAll, describe, expect, it } from "vitest";
import { assessCommand } from "./assessCommand.ts";
import { initCommandParser } from "./parser.ts";

beforeAll(async () => {
  expect(await initCommandParser()).toBe(true);
});

const root = "/home/me/ws";

/** Vectors of cases/security.json SEC-CMD-01 to -04 and -08: none may pass for the plain allowed command it begins with. */
const canary = "/out/canary";
const disguised: Readonly<Record<string, readonly string[]>> = {
  "SEC-CMD-01": [
    `git status && touch ${canary}`,
    `git status ; touch ${canary}`,
    `git status || touch ${canary}`,
    `git status & touch ${canary}`,
    `ls | xargs -I{} touch ${canary}`,
    `ls |& tee ${canary}`,
    `(git status; touch ${canary})`,
    `{ git status; touch ${canary}; }`,
    `if git status; then touch ${canary}; fi`,
    `! touch ${canary}`,
  ],
  "SEC-CMD-02": [
    `git status\ntouch ${canary}`,
    `git status\r\ntouch ${canary}`,
    `git log -1 # note\ntouch ${canary}`,
    `git log -1 \\\n; touch ${canary}`,
    `echo a\n\n\n   touch ${canary}`,
  ],
  "SEC-CMD-03": [
    `echo $(touch ${canary})`,
    `echo \`touch ${canary}\``,
    `echo "$(touch ${canary})"`,
    `cat <(touch ${canary})`,
    `echo \${x:-$(touch ${canary})}`,
    `cat <<EOF\n$(touch ${canary})\nEOF`,
    `echo $((a[$(touch ${canary})]))`,
    `[[ -v a[$(touch ${canary})] ]]`,
  ],
  "SEC-CMD-04": [
    `GIT_EXTERNAL_DIFF="touch ${canary};:" git diff`,
    `PATH=$PWD/bin:$PATH ls`,
    `env touch ${canary}`,
    `nohup touch ${canary}`,
    `timeout 5 touch ${canary}`,
    `nice touch ${canary}`,
    `time touch ${canary}`,
    `command touch ${canary}`,
    `stdbuf -o0 touch ${canary}`,
    `bash -c "touch ${canary}"`,
    `eval "touch ${canary}"`,
  ],
  "SEC-CMD-08": [
    `echo hi > ${canary}`,
    `echo hi >| ${canary}`,
    `echo hi >> ${canary}`,
    `echo hi 2> ${canary} >&2`,
    "cat < /out/secret.txt",
    "cd /out && git status",
    "cd .. && ls",
    "pushd /out; ls",
    "git status > .git/hooks/pre-commit",
    "echo x > .mcp.json",
  ],
};
const allowed = new Set(["git", "ls", "cat", "echo", "head", "grep", "rg", "find", "sort"]);

describe("a plain command and its disguises", () => {
  it.each(Object.entries(disguised))(
    "%s: every vector shows that it is more than the allowed command",
    (_, vectors) => {
      const passed = vectors.filter((line) => {
        const { isFullyLiteral, programs, reasons } = assessCommand(line, root);
        const isPlain = isFullyLiteral && programs.every((name) => allowed.has(name));
        return isPlain && !reasons.some((why) => why.startsWith("outside:"));
      });
      expect(passed).toEqual([]);
    },
  );

  it("SEC-CMD-08: redirections and folders outside carry their flag", () => {
    for (const line of disguised["SEC-CMD-08"] ?? []) {
      expect(assessCommand(line, root).reasons.join(" "), line).toMatch(/redirect:|outside:|protectedFile:/);
    }
  });

  it.each([
    "git status",
    "ls -la src",
    "git log --oneline -5",
    'grep -n "a && b" src/a.ts',
    'echo "x; y | z"',
    "git status && git diff",
    "echo '$(date)'",
    "sort a.txt",
    "rg -n hello src",
    'find . -name "*.ts" -type f',
  ])("control: %s is plain, literal and names only its own program", (line) => {
    const found = assessCommand(line, root);
    expect(found).toMatchObject({ severity: "L3", isFullyLiteral: true, reasons: [] });
    expect(found.programs.every((name) => allowed.has(name))).toBe(true);
  });
});
