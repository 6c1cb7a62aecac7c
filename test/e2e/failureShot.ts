import { afterEach } from "vitest";
import type { TestApp } from "./app.ts";

/** Keeps a picture of the window after each failed test of the file that calls it. */
export const keepFailureShots = (app: () => TestApp | undefined): void => {
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    // The window may be what failed: a picture that cannot be had must not hide the failure itself.
    await app()
      ?.shot(`failed-${task.name.slice(0, 60).replaceAll(/\W+/g, "-")}`)
      .catch(() => undefined);
  });
};
