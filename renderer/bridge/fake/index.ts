import { installBridge } from "../index.ts";
import { createFakeBridge } from "./fakeBridge.ts";
import { storyAnswers } from "./story.ts";

/** Puts the page on an in-memory host with a session to look at (`vite build --mode story`); never part of the app. */
export const startStory = (): void => {
  const bridge = createFakeBridge();
  for (const [name, handler] of Object.entries(storyAnswers(location.search))) bridge.answer(name, handler);
  installBridge(bridge);
};
