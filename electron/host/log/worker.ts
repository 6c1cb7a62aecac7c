import { parentPort, workerData } from "node:worker_threads";
import { asLogError } from "./errors.ts";
import type { Answer, Question, WorkerSetup } from "./worker/jobs.ts";
import { createTasks, type Tasks } from "./worker/tasks.ts";

/** Entry of the log's reading thread; in a bundle it is `logWorker.mjs` beside `host.mjs`. */
const port = parentPort;
if (port === null) throw new Error("this file runs as a worker of the host");

let tasks: Tasks | undefined;

const answer = async ({ id, job, input }: Question): Promise<Answer> => {
  try {
    tasks ??= createTasks(workerData as WorkerSetup);
    const run = tasks[job] as (input: Question["input"]) => unknown;
    return { id, ok: true, value: await run(input) };
  } catch (error) {
    const { kind, message, cause } = asLogError(error);
    return { id, ok: false, kind, message, cause: cause instanceof Error ? cause.message : "" };
  }
};

port.on("message", (question: Question) => {
  answer(question).then(
    (reply) => port.postMessage(reply),
    (error: unknown) => {
      throw error;
    },
  );
});
