/** Last part of a path of either kind; the path itself where there is none. */
export const baseName = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== "") ?? path;

/** A path shortened in the middle to about `max` characters, keeping its end, which says most. */
export const shortPath = (path: string, max = 48): string => {
  if (path.length <= max) return path;
  const head = Math.floor(max / 3);
  return `${path.slice(0, head)}…${path.slice(path.length - (max - head - 1))}`;
};
