/** Where sizes of panes are kept between starts; pixels, so that another width of the window does not stretch them. */
const keyOf = (group: string, pane: string): string => `loopwright.pane.${group}.${pane}`;

/** The size a person gave a pane, in pixels; `undefined` where none was given or it cannot be read. */
export const savedPaneSize = (group: string, pane: string): number | undefined => {
  const text = localStorage.getItem(keyOf(group, pane));
  const pixels = text === null ? Number.NaN : Number(text);
  return Number.isFinite(pixels) && pixels > 0 ? pixels : undefined;
};

/** Keeps a pane's size for the next start. */
export const savePaneSize = (group: string, pane: string, pixels: number): void => {
  try {
    localStorage.setItem(keyOf(group, pane), String(Math.round(pixels)));
  } catch (cause) {
    console.warn("the size of a panel could not be kept", cause); // full or forbidden storage: it only lasts for now
  }
};
