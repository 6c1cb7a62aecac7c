import { fileReaderFixture, managerOf, rawSdk } from "./mcpCall.ts";

/**
 * Run by the bench in a process of its own, with `--expose-gc`: what a host process holds with `count` connected, idle servers
 * (a real SDK server over standard input and output each), counted after collections. Writes one line of JSON: bytes.
 */
const [who = "", count = "0"] = process.argv.slice(2);

/** Until two collections leave the same: what is held, not what has not been collected yet. */
const settled = async (): Promise<number> => {
  let last = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 20; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { heapUsed, external } = process.memoryUsage();
    if (Math.abs(last - heapUsed - external) < 2048) break;
    last = heapUsed + external;
  }
  return last;
};

using fixture = fileReaderFixture();
const closers: (() => Promise<void>)[] = [];

const connectOurs = async (): Promise<void> => {
  const manager = managerOf(fixture);
  closers.push(() => manager.close());
  for (let at = 0; at < Number(count); at++) {
    const added = manager.add({ ...fixture.definition, name: `file-reader-${at}` });
    if (!added.ok) throw new Error(added.error.message);
    const started = await manager.start(added.value.serverId);
    if (!started.ok) throw new Error(started.error.message);
  }
};

const connectRaw = async (): Promise<void> => {
  for (let at = 0; at < Number(count); at++) closers.push((await rawSdk(fixture)).close);
};

await (who === "ours" ? connectOurs() : connectRaw());
const held = await settled();
console.log(JSON.stringify({ held }));
for (const close of closers) await close();
