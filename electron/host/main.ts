import path from "node:path";
import { inspect, parseArgs } from "node:util";
import { channelCarrier, stdioCarrier, type Carrier } from "./carrier/index.ts";
import { createHost, type Host } from "./host.ts";
import { createMainTalk } from "./mainTalk.ts";
import { randomId, systemClock } from "./ports.ts";
import { findResources } from "./resources.ts";

const { values: options } = parseArgs({
  options: {
    "data-dir": { type: "string" },
    resources: { type: "string" },
    version: { type: "string", default: "development" },
    channel: { type: "boolean", default: false },
    "demo-delay-ms": { type: "string", default: "12" },
  },
});

/** Stdout belongs to the contract; everything else goes to stderr. */
const report = (what: string, error?: unknown): void => {
  const detail = error === undefined ? "" : inspect(error);
  process.stderr.write(`${new Date().toISOString()} ${what}${detail === "" ? "" : `: ${detail}`}\n`);
};

const openCarrier = (): Carrier => {
  if (!options.channel) return stdioCarrier(process.stdin, process.stdout);
  return channelCarrier({
    send: (text) => {
      if (process.connected) process.send?.(text);
    },
    on: (event: string, listener: (message: unknown) => void) => {
      process.on(event as "message", listener);
    },
  });
};

const start = async (dataDir: string): Promise<void> => {
  const carrier = openCarrier();
  let host: Host | undefined = undefined;
  let isClosing = false;
  const close = (): void => {
    if (isClosing) return;
    isClosing = true;
    const ended = host ? host.close() : Promise.resolve();
    ended
      .catch((error: unknown) => {
        report("the host did not close cleanly", error);
      })
      .finally(() => {
        process.exit(0);
      });
  };
  const talk = createMainTalk(carrier, close);
  const early: string[] = [];
  const answer = (text: string): void => {
    if (!host) {
      early.push(text);
      return;
    }
    host.dispatch(text).then(carrier.send, (error: unknown) => {
      report("an answer could not be sent", error);
    });
  };
  carrier.listen({ onRequest: answer, onMain: talk.take, onEnd: close });
  // Whoever read us is gone (killed, perhaps): end as if the channel had been closed. Stderr has nobody to tell either.
  process.stdout.on("error", close);
  process.stderr.on("error", () => undefined);
  process.on("SIGTERM", close);
  process.on("SIGINT", close);

  const made = await createHost({
    dataDir,
    version: options.version,
    resources: findResources(options.resources),
    carrier,
    secrets: talk.secrets,
    clock: systemClock,
    newId: randomId,
    demoDelayMs: Number(options["demo-delay-ms"]),
    report,
  });
  if (!made.ok) {
    carrier.sendToMain({ kind: "fatal", error: made.error });
    report(made.error.message + (made.error.detail === undefined ? "" : ` (${made.error.detail})`));
    process.exit(3);
  }
  host = made.value;
  carrier.sendToMain({ kind: "ready", version: options.version });
  early.splice(0).forEach(answer);
};

const dataDir = options["data-dir"];
if (dataDir === undefined || dataDir === "") {
  process.stderr.write("Say where the data is kept: --data-dir DIR\n");
  process.exit(2);
}
process.on("uncaughtException", (error) => {
  report("a fault nobody caught", error);
  process.exit(70);
});
start(path.resolve(dataDir)).catch((error: unknown) => {
  report("the host could not start", error);
  process.exit(70);
});
