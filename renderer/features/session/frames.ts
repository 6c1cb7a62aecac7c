/** Runs `task` once before the next paint, however often it is asked; in a hidden window, where no frame comes, within 100 ms. */
export const createFrameTask = (
  task: () => void,
): { readonly ask: () => void; readonly cancel: () => void } => {
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hasFrames = typeof requestAnimationFrame === "function";
  const cancel = (): void => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    if (timer !== undefined) clearTimeout(timer);
    frame = undefined;
    timer = undefined;
  };
  const run = (): void => {
    cancel();
    task();
  };
  const ask = (): void => {
    if (timer !== undefined) return;
    if (hasFrames) frame = requestAnimationFrame(run);
    timer = setTimeout(run, hasFrames ? 100 : 0);
  };
  return { ask, cancel };
};
