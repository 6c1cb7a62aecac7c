import { appendFileSync } from "node:fs";
import type { ScriptedBehaviour } from "./behaviour.ts";
import { send, serve, text } from "./kit.ts";
import { listingOf } from "./listing.ts";
import { resultOf } from "./results.ts";
import { openStdout } from "./stdout.ts";
import { beStubborn } from "./stubborn.ts";

/** Writes to stderr at a steady rate; a reader that stops reading is waited for, so that no memory fills up here. */
const chatter = (bytesPerSec: number): void => {
  const everyMs = 50;
  const line = `${"e".repeat(99)}\n`;
  const piece = line.repeat(Math.max(1, Math.round((bytesPerSec * everyMs) / 1000 / line.length)));
  setInterval(() => {
    if (!process.stderr.writableNeedDrain) process.stderr.write(piece);
  }, everyMs).unref();
};

/** Serves a behaviour on standard input and output until its input ends, or longer where it is told to. */
export const serveScripted = (behaviour: ScriptedBehaviour): void => {
  const write = openStdout(behaviour);
  const { results = {}, record } = behaviour;
  let calls = 0;
  const announce = (times: number): void => {
    for (let at = 0; at < times; at += 1) send({ method: "notifications/tools/list_changed" }, write);
  };
  const list = listingOf(behaviour, () => calls);
  beStubborn(behaviour);
  if (behaviour.stderr !== undefined) process.stderr.write(behaviour.stderr);
  if (behaviour.stderrBytesPerSec !== undefined) chatter(behaviour.stderrBytesPerSec);
  serve(
    {
      name: behaviour.serverInfoName ?? "scripted",
      write,
      onMessage: (message) => {
        if (record !== undefined) appendFileSync(record, `${JSON.stringify(message)}\n`);
      },
      list: (cursor) => {
        announce(behaviour.announcesPerList ?? 0);
        return list(cursor);
      },
      call: (name, args, request) => {
        calls += 1;
        announce(behaviour.announcesPerCall ?? 0);
        const { [name]: script } = results;
        const result = script === undefined ? text("ok") : resultOf(script, args, request, write);
        if (behaviour.notify === "list_changed" && calls === (behaviour.afterCalls ?? 1)) {
          // After the answer, as a server does that changes its mind once it was trusted.
          setImmediate(() => announce(1));
        }
        return result;
      },
    },
    behaviour.ignoreStdinEnd !== true,
  );
};
