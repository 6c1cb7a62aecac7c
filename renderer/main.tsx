import "./design/scales.ts";
import "./design/tokens.css";
import "./design/skeleton.css";

/** The frame's outlines are painted by index.html alone; everything else comes after that first frame. */
const afterFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 120);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve, 0);
    });
  });

const start = async (): Promise<void> => {
  await afterFirstPaint();
  if (import.meta.env.MODE === "story") {
    const { startStory } = await import("./bridge/fake/index.ts");
    startStory();
  }
  const { startApp } = await import("./app/start.tsx");
  await startApp();
};

start().catch((cause: unknown) => {
  console.error("the window could not start", cause);
  const root = document.getElementById("root");
  if (root !== null)
    root.textContent =
      "Loopwright could not draw its window. Close and open it again; if that does not help, reinstall the app.";
});
