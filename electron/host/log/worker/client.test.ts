import { EventEmitter } from "node:events";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createLogWorker } from "./client.ts";
import type { Answer, Question } from "./jobs.ts";

/** Stands for the thread: keeps what it is asked, answers when told to, and says whether it keeps the process alive. */
class FakeThread extends EventEmitter {
  readonly asked: Question[] = [];
  keepsAlive = true;
  end: (() => void) | undefined;
  ref(): void {
    this.keepsAlive = true;
  }
  unref(): void {
    this.keepsAlive = false;
  }
  postMessage(question: unknown): void {
    this.asked.push(question as Question);
  }
  answer(job: Question["job"]): void {
    const question = this.asked.find((item) => item.job === job);
    if (question === undefined) throw new Error(`${job} was not asked`);
    this.emit("message", { id: question.id, ok: true, value: null } satisfies Answer);
  }
  terminate(): Promise<number> {
    return new Promise((resolve) => {
      this.end = () => resolve(0);
    });
  }
}

const ending = (thread: FakeThread): Promise<() => void> =>
  vi.waitFor(() => {
    if (thread.end === undefined) throw new Error("the thread is not being ended yet");
    return thread.end;
  });

describe("createLogWorker", () => {
  let thread: FakeThread;
  let worker: ReturnType<typeof createLogWorker>;
  beforeEach(() => {
    thread = new FakeThread();
    worker = createLogWorker({ dataDir: "/data", isSnapshot: false }, () => thread);
    worker.tell("index", { upTo: 1 });
  });

  it("keeps the process alive only while somebody waits for an answer", () => {
    expect(thread.keepsAlive).toBe(true);
    thread.answer("index");
    expect(thread.keepsAlive).toBe(false);
  });

  it("keeps the process alive until the thread has ended, although its last answers come meanwhile", async () => {
    let isClosed = false;
    const closed = worker.close(1).then(() => (isClosed = true));
    thread.answer("finish");
    const end = await ending(thread);
    thread.answer("index");
    expect(thread.keepsAlive).toBe(true);
    expect(isClosed).toBe(false);
    end();
    await closed;
  });
});
