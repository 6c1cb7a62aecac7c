import { literal, type Word } from "./words.ts";

/** What a command really runs, seen through the programs that only run another one. */
export interface Unwrapped {
  /** The command itself and every command it passes on to, outermost first. */
  readonly commands: readonly (readonly Word[])[];
  /** Command lines that a shell is told to run. */
  readonly scripts: readonly Word[];
  /** A shell that runs what it is fed. */
  readonly isFed: boolean;
  /** Code for an interpreter on the command line: which, and the code. */
  readonly inline: readonly { readonly program: string; readonly code: Word }[];
}

/** The program's name without folder, extension or case. */
export const programName = (word: Word): string =>
  (word.text.split(/[\\/]/).at(-1) ?? "").toLowerCase().replace(/\.(?:exe|cmd|bat|com|ps1)$/, "");

const shells = new Set("sh bash zsh dash ksh fish ash busybox pwsh powershell cmd".split(" "));
const interpreters: Readonly<Record<string, readonly string[]>> = {
  node: ["-e", "--eval", "-p", "--print"],
  deno: ["eval"],
  bun: ["-e", "--eval", "-p"],
  python: ["-c"],
  python3: ["-c"],
  perl: ["-e", "-E"],
  ruby: ["-e"],
  php: ["-r"],
};

/** Programs whose first operand is the program they run, with the options that take a value of their own. */
const wrappers: Readonly<Record<string, string>> = {
  env: "-u --unset -C --chdir -S --split-string",
  nohup: "",
  setsid: "",
  time: "-f -o --format --output",
  timeout: "-s -k --signal --kill-after",
  nice: "-n --adjustment",
  ionice: "-c -n -p",
  stdbuf: "-i -o -e",
  command: "",
  builtin: "",
  exec: "-a",
  xargs:
    "-a -d -E -I -L -n -P -s --arg-file --delimiter --replace --max-lines --max-args --max-procs --max-chars",
  parallel: "-j --jobs -a",
  watch: "-n --interval",
  sudo: "-u -g -h -p -C -U -r -t -D --user --group --host --prompt",
  doas: "-u -C",
  pkexec: "--user",
  unbuffer: "",
  caffeinate: "-t -w",
  flock: "-w -E --timeout",
  chronic: "",
  strace: "-e -o -p -s",
  "cross-env": "",
  "cross-env-shell": "",
  dotenv: "-e -f",
  npx: "-p --package -c --call",
  bunx: "",
  pnpx: "",
  uvx: "--from --with --python",
  rlwrap: "",
};
/** Two words that run the program behind them. */
const twoWordWrappers = new Set(
  "npm exec|npm x|pnpm exec|pnpm dlx|yarn exec|yarn dlx|yarn run|bun x|uv run|uv tool|poetry run|pipenv run|pdm run|hatch run|pipx run|bundle exec|mise exec|mise x|asdf exec|direnv exec|corepack npm|corepack yarn|corepack pnpm|busybox sh|rtx exec|volta run|devbox run|conda run|go run|nix run".split(
    "|",
  ),
);

/** Drops options (and their values), assignments and, for `timeout`, the duration. */
function operandsOf(words: readonly Word[], valued: string): readonly Word[] {
  const takesValue = new Set(valued.split(" "));
  let at = 0;
  for (; at < words.length; at++) {
    const text = words[at]?.text ?? "";
    if (text === "--") return words.slice(at + 1);
    if (/^[A-Za-z_]\w*=/.test(text)) continue;
    if (!text.startsWith("-") || text === "-") break;
    if (takesValue.has(text)) at++;
  }
  return words.slice(at);
}

function wrapped(program: string, words: readonly Word[]): readonly Word[] | null {
  const [, ...rest] = words;
  const second = `${program} ${rest[0]?.text ?? ""}`;
  if (twoWordWrappers.has(second)) return operandsOf(rest.slice(1), "-p --package --from --with");
  const valued = wrappers[program];
  if (valued === undefined) return null;
  const operands = operandsOf(rest, valued);
  const isCounted = program === "timeout" || program === "flock" || program === "direnv";
  return isCounted ? operands.slice(1) : operands;
}

/** The commands behind `-exec` and its like. */
function findActions(words: readonly Word[]): (readonly Word[])[] {
  const actions: (readonly Word[])[] = [];
  words.forEach((word, at) => {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(word.text)) return;
    const end = words.findIndex((other, i) => i > at && (other.text === ";" || other.text === "+"));
    actions.push(words.slice(at + 1, end === -1 ? undefined : end));
  });
  return actions;
}

/** `python -m twine upload` runs twine. */
function moduleOf(program: string, words: readonly Word[]): readonly Word[] | null {
  if (!/^(?:python[\d.]*|py)$/.test(program)) return null;
  const at = words.findIndex((word) => word.text === "-m");
  return at === -1 ? null : words.slice(at + 1);
}

const isShellFlag = (text: string): boolean =>
  /^-[a-z]*c$/i.test(text) || /^\/[ck]$/i.test(text) || text === "-Command";

/** The value of an option, given apart or joined by `=`. */
function valueOf(words: readonly Word[], names: readonly string[]): Word | null {
  for (const [at, word] of words.entries()) {
    if (names.includes(word.text)) return words[at + 1] ?? null;
    const joined = names.find((name) => name.startsWith("--") && word.text.startsWith(`${name}=`));
    if (joined !== undefined) return { ...word, text: word.text.slice(joined.length + 1) };
  }
  return null;
}

/** Looks through wrappers, at most ten deep. */
export function unwrap(first: readonly Word[]): Unwrapped {
  const commands: (readonly Word[])[] = [];
  const scripts: Word[] = [];
  const inline: { program: string; code: Word }[] = [];
  let isFed = false;
  const waiting: (readonly Word[])[] = [first];
  for (let words = waiting.shift(); words !== undefined && commands.length < 10; words = waiting.shift()) {
    const [head] = words;
    if (head === undefined) continue;
    commands.push(words);
    const program = programName(head);
    const inner = wrapped(program, words) ?? moduleOf(program, words);
    if (inner !== null) waiting.push(inner);
    if (program === "find") waiting.push(...findActions(words));
    if (program === "eval" || program === "alias" || program === "trap") {
      scripts.push(
        literal(
          words
            .slice(1)
            .map((word) => word.text)
            .join(" ")
            .replace(/^[\w.-]+=/, ""),
        ),
      );
    }
    const call =
      program === "npx" || program === "npm"
        ? valueOf(words, ["-c", "--call"])
        : valueOf(words, ["-S", "--split-string", "--run"]);
    const takesCall = ["npx", "npm", "env", "nix-shell"].includes(program);
    if (takesCall && call !== null) scripts.push(call);
    if (program === "su" || program === "script" || program === "runuser") {
      const line = valueOf(words, ["-c", "--command"]);
      if (line !== null) scripts.push(line);
    }
    if (shells.has(program)) {
      const at = words.findIndex((word, i) => i > 0 && isShellFlag(word.text));
      if (at > 0) scripts.push(...words.slice(at + 1, program === "cmd" ? undefined : at + 2));
      else if (words.slice(1).every((word) => word.text.startsWith("-"))) isFed = true;
    }
    const flags = interpreters[program];
    const code = flags === undefined ? null : valueOf(words.slice(1), flags);
    if (code !== null) inline.push({ program, code });
  }
  return { commands, scripts, isFed, inline };
}
