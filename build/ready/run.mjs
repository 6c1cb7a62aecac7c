import { spawn } from "node:child_process";

/**
 * @typedef {object} Finished
 * @property {number} code the exit code; 1 where a signal ended the process
 * @property {string} output stdout and stderr together, as they came; empty with `show`
 * @property {string} stdout stdout alone; empty with `show`
 * @property {boolean} isTimedOut whether the time limit ended it
 */

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeoutMs] after which the process is ended
 * @property {boolean} [show] true: its output goes to ours; false: it is collected
 */

/**
 * Runs a program without a shell and without our stdin, and waits for it. Never rejects: a program that cannot be
 * started finishes with code 127 and the reason as its output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Finished>}
 */
export function run(command, args, options = {}) {
  const { cwd, env, timeoutMs, show = false } = options;
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env }),
      stdio: show ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    let output = "";
    let stdout = "";
    let isTimedOut = false;
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      stdout += text;
      output += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => (output += text));
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            isTimedOut = true;
            child.kill("SIGKILL");
          }, timeoutMs);
    child.on("error", (error) => {
      clearTimeout(timer);
      resolve({ code: 127, output: error.message, stdout: "", isTimedOut });
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output, stdout, isTimedOut });
    });
  });
}

/**
 * Runs a program in the foreground: it owns our terminal, and its exit code is ours. A signal that ends us is passed
 * on, so that nothing stays behind.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv}} [options]
 * @returns {Promise<number>} the exit code; 128 and more where a signal ended it
 */
export function runInForeground(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { ...options, stdio: "inherit" });
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => {
      // A terminal sends Ctrl+C to the child as well: a second one would cut its own ending short.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    process.on("SIGINT", pass).on("SIGTERM", pass);
    const finish = () => process.off("SIGINT", pass).off("SIGTERM", pass);
    child.on("error", (error) => {
      finish();
      reject(error);
    });
    child.on("close", (code, signal) => {
      finish();
      resolve(code ?? (signal === "SIGINT" ? 130 : 143));
    });
  });
}
