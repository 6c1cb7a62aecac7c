import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  connectClient,
  openTeam,
  usualPolicy,
  type Instance,
  type Team,
  type TeamAnswer,
  type TeamClient,
} from "./teamServer.ts";

/** What a run of the load found; the lists are empty when all is well. */
export interface LoadReport {
  readonly seconds: number;
  readonly calls: number;
  readonly edits: number;
  readonly repeats: number;
  /** Calls that were told to come back later, and did. */
  readonly turnedAway: number;
  readonly callMs: readonly number[];
  readonly mostRunning: number;
  readonly mostQueued: number;
  /** Memory of the instance that lives through it, in bytes; `early` after 20 s (or a sixth of a shorter run). */
  readonly rss: { readonly early: number; readonly late: number };
  readonly crossTalk: readonly string[];
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly changedAnswers: readonly string[];
}

const projects = ["shop", "blog"] as const;
const people = ["ana", "bob"] as const;
const filesEach = 4;
const queued = 32;
/** A call that has failed for this long fails for another reason than the kill. */
const givesUpMs = 30_000;

interface Tally {
  calls: number;
  repeats: number;
  turnedAway: number;
  readonly callMs: number[];
  /** Acknowledged edits: token → file. */
  readonly edits: Map<string, { readonly project: string; readonly path: string }>;
  readonly crossTalk: string[];
  readonly changedAnswers: string[];
}

interface Worker {
  readonly project: string;
  readonly person: string;
  readonly number: number;
}

/** A client that goes to any living instance, obeys hints to wait, and repeats a call until it has an answer. */
function createCaller(team: Team, worker: Worker, alive: () => readonly Instance[], tally: Tally) {
  let client: TeamClient | undefined;
  let turn = worker.number;
  return {
    call: async (name: string, input: Record<string, unknown>, requestId?: string): Promise<TeamAnswer> => {
      const until = Date.now() + givesUpMs;
      for (;;) {
        const startedAt = performance.now();
        try {
          const instances = alive();
          const url = `${instances[turn % instances.length]?.url}/projects/${worker.project}/mcp`;
          client ??= await connectClient(url, await team.issuer.token(worker.person));
          const answer = await client.call(name, input, requestId === undefined ? {} : { requestId });
          tally.calls += 1;
          tally.callMs.push(performance.now() - startedAt);
          if (answer.code !== "resourceExhausted") return answer;
          tally.turnedAway += 1;
          await sleep(Number(answer.meta["loopwright/retryAfterMs"]));
        } catch (error) {
          if (Date.now() > until) throw error;
          // Its instance was killed: on to another one, with the same request id.
          await client?.close().catch(() => undefined);
          client = undefined;
          turn += 1;
          await sleep(20);
        }
      }
    },
    close: async () => await client?.close().catch(() => undefined),
  };
}

async function work(
  team: Team,
  worker: Worker,
  alive: () => readonly Instance[],
  tally: Tally,
  until: number,
): Promise<void> {
  const caller = createCaller(team, worker, alive, tally);
  const own = `${worker.project}/${worker.person}/`;
  for (let n = 0; Date.now() < until; n += 1) {
    const place = n % 3 === 0 ? "shared" : worker.person;
    const path = `src/${place}/${(n + worker.number) % filesEach}.txt`;
    const token = `${own}${worker.number}-${n}.`;
    const input = { path, old_str: "END", new_str: `${token}\nEND` };
    const edit = await caller.call("edit_file", input, token);
    if (edit.isError) throw new Error(`${token}: ${edit.text}`);
    tally.edits.set(token, { project: worker.project, path });
    if (n % 4 === 0) {
      tally.repeats += 1;
      const again = await caller.call("edit_file", input, token);
      if (again.text !== edit.text) tally.changedAnswers.push(`${token}: ${again.text}`);
    }
    const read = await caller.call("search_code", {
      pattern: `^${worker.project === "shop" ? "blog" : "shop"}/`,
      path,
    });
    if (read.data["total"] !== 0 && !/no (match|hit)/i.test(read.text.split("\n")[0] ?? ""))
      tally.crossTalk.push(`${token}: ${read.text.slice(0, 200)}`);
  }
  await caller.close();
}

const rssOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1_024;

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

interface Samples {
  readonly rss: { readonly at: number; readonly bytes: number }[];
  mostRunning: number;
  mostQueued: number;
}

async function watch(instance: Instance, samples: Samples, until: number): Promise<void> {
  const startedAt = Date.now();
  while (Date.now() < until) {
    samples.rss.push({ at: Date.now() - startedAt, bytes: rssOf(instance.child.pid) });
    const ready = (await (await fetch(`${instance.url}/readyz`)).json()) as {
      running: number;
      queued: number;
    };
    samples.mostRunning = Math.max(samples.mostRunning, ready.running);
    samples.mostQueued = Math.max(samples.mostQueued, ready.queued);
    await sleep(200);
  }
}

/** Compares what lies in the files with what was acknowledged. */
function inspectFiles(team: Team, tally: Tally): Pick<LoadReport, "lost" | "doubled" | "crossTalk"> {
  const seen = new Map<string, number>();
  const crossTalk = [...tally.crossTalk];
  for (const project of projects)
    for (const place of ["shared", ...people])
      for (let file = 0; file < filesEach; file += 1) {
        const path = `src/${place}/${file}.txt`;
        for (const line of team.read(project, path).trim().split("\n")) {
          if (line === "END") continue;
          seen.set(line, (seen.get(line) ?? 0) + 1);
          const isOwn =
            line.startsWith(`${project}/`) && (place === "shared" || line.startsWith(`${project}/${place}/`));
          if (!isOwn) crossTalk.push(`${project} ${path}: ${line}`);
        }
      }
  const lost = [...tally.edits.keys()].filter((token) => !seen.has(token));
  const doubled = [...seen].filter(([, count]) => count > 1).map(([token]) => token);
  return { lost, doubled, crossTalk };
}

function layOut(team: Team): void {
  const everything = { write: ["src/**"] };
  const policy = usualPolicy(team.issuer, { queued });
  const projectRules = Object.fromEntries(projects.map((project) => [project, everything]));
  team.writePolicy({
    ...policy,
    projects: team.policy["projects"],
    identities: people.map((subject) => ({ match: { subject }, projects: projectRules })),
  });
  for (const project of projects)
    for (const place of ["shared", ...people])
      for (let file = 0; file < filesEach; file += 1) team.put(project, `src/${place}/${file}.txt`, "END\n");
}

/**
 * Two people in two projects, `clients` clients at once on two instances with one state, for `seconds`; at half time one
 * instance is killed and another started. Every edit is acknowledged before the next, and repeated now and then.
 */
export async function runLoad(seconds: number, clients = 64): Promise<LoadReport> {
  await using team = await openTeam();
  layOut(team);
  const [steady, victim] = await Promise.all([team.start(), team.start()]);
  let alive: readonly Instance[] = [steady, victim];
  const tally: Tally = {
    calls: 0,
    repeats: 0,
    turnedAway: 0,
    callMs: [],
    edits: new Map(),
    crossTalk: [],
    changedAnswers: [],
  };
  const samples: Samples = { rss: [], mostRunning: 0, mostQueued: 0 };
  const until = Date.now() + seconds * 1_000;
  const workers = Array.from({ length: clients }, (_, number): Worker => {
    return { number, project: projects[number % 2] ?? "", person: people[Math.floor(number / 2) % 2] ?? "" };
  });
  const all = Promise.all([
    watch(steady, samples, until),
    ...workers.map(async (worker) => await work(team, worker, () => alive, tally, until)),
  ]);
  const change = async (): Promise<void> => {
    await sleep(seconds * 500);
    victim.child.kill("SIGKILL");
    alive = [steady];
    alive = [steady, await team.start()];
  };
  await Promise.all([all, change()]);
  const earlyAt = Math.min(20_000, (seconds * 1_000) / 6);
  const around = (at: number): number =>
    middle(samples.rss.filter((one) => Math.abs(one.at - at) <= 2_500).map(({ bytes }) => bytes));
  return {
    seconds,
    calls: tally.calls,
    edits: tally.edits.size,
    repeats: tally.repeats,
    turnedAway: tally.turnedAway,
    callMs: tally.callMs,
    mostRunning: samples.mostRunning,
    mostQueued: samples.mostQueued,
    rss: { early: around(earlyAt), late: around(samples.rss.at(-1)?.at ?? 0) },
    changedAnswers: tally.changedAnswers,
    ...inspectFiles(team, tally),
  };
}

/** How many calls may wait in these runs. */
export const loadQueue = queued;
