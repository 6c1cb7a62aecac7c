import { spawn } from "node:child_process";
import { connect } from "node:net";
import { SetupFailure } from "./report.mjs";

const startTimeoutMs = 20_000;
const askTimeoutMs = 2_000;

/**
 * Whether a window can be shown where we are. On Linux a display that is named but does not answer, as one left over
 * in a container's environment, counts as none.
 * @returns {Promise<boolean>}
 */
export async function hasDisplay() {
  if (process.platform !== "linux") return true;
  if ((process.env["WAYLAND_DISPLAY"] ?? "") !== "") return true;
  const display = process.env["DISPLAY"] ?? "";
  if (display === "") return false;
  const local = /^(?:unix)?:(\d+)(?:\.\d+)?$/.exec(display);
  if (local === null) return true; // a remote one: only a window can tell
  const socket = `/tmp/.X11-unix/X${local[1]}`;
  return (await answers(socket)) || (await answers(`\0${socket}`));
}

/**
 * @param {string} socket
 * @returns {Promise<boolean>}
 */
function answers(socket) {
  return new Promise((resolve) => {
    const connection = connect(socket);
    /** @param {boolean} isThere */
    const finish = (isThere) => {
      connection.destroy();
      resolve(isThere);
    };
    connection.setTimeout(askTimeoutMs, () => finish(false));
    connection.on("connect", () => finish(true)).on("error", () => finish(false));
  });
}

/**
 * A virtual display that this process started.
 * @typedef {object} VirtualDisplay
 * @property {string} name for DISPLAY, such as `:3`
 * @property {() => Promise<void>} stop ends it; resolves when it has ended
 */

/**
 * Starts Xvfb on the first free display, which it picks itself.
 * @returns {Promise<VirtualDisplay>}
 * @throws {SetupFailure} where it does not start
 */
export function startVirtualDisplay() {
  const args = ["-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp", "-noreset"];
  const child = spawn("Xvfb", args, { stdio: ["ignore", "ignore", "pipe", "pipe"] });
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.on("exit", (code) => resolve(`Xvfb ended with code ${code}`));
    child.on("error", (error) => resolve(error.message));
  });
  const stop = async () => {
    child.kill();
    await ended;
  };
  process.on("exit", () => child.kill());
  return new Promise((resolve, reject) => {
    let said = "";
    let number = "";
    /** @param {string} why */
    const fail = (why) => {
      clearTimeout(timer);
      child.kill();
      const next = "Install Xvfb, or run the same command where a display is.";
      reject(new SetupFailure("The virtual display did not start.", why, next));
    };
    const timer = setTimeout(
      () => fail(`Xvfb named no display within ${startTimeoutMs / 1000} s`),
      startTimeoutMs,
    );
    child.stderr?.on("data", (text) => (said += String(text)));
    ended.then((why) => fail(`${why}: ${said.trim()}`), reject);
    child.stdio[3]?.on("data", (text) => {
      number += String(text);
      if (!number.includes("\n")) return;
      clearTimeout(timer);
      resolve({ name: `:${number.trim()}`, stop });
    });
  });
}
