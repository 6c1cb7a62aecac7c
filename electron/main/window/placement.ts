/** A rectangle in the system's scaled pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where and how large the window is; without `x` and `y` the system places it. */
export interface Placement {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  readonly isMaximized: boolean;
}

/** The smallest size the page is laid out for. */
export const minimum = { width: 640, height: 480 } as const;
const usual = { width: 1440, height: 900 } as const;
/** How much of the title bar's row must be on a display for the window to be reached. */
const graspable = { width: 120, height: 32 } as const;

/**
 * The placement a file holds, made to fit the displays there are now: never larger than one, never out of reach. `areas`
 * are the displays' work areas, the primary one first.
 */
export function placementFor(kept: unknown, areas: readonly Area[]): Placement {
  const { x, y, width, height, isMaximized } = (
    typeof kept === "object" && kept !== null ? kept : {}
  ) as Record<keyof Placement, unknown>;
  const isPlaced = isPixel(x) && isPixel(y);
  const home =
    (isPlaced ? areas.find((area) => isWithinReach({ x, y }, width, area)) : undefined) ?? areas[0];
  const size = {
    width: fit(width, usual.width, minimum.width, home?.width),
    height: fit(height, usual.height, minimum.height, home?.height),
    isMaximized: isMaximized === true,
  };
  const isReachable = isPlaced && home !== undefined && isWithinReach({ x, y }, size.width, home);
  return isReachable ? { x, y, ...size } : size;
}

function isPixel(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 100_000;
}

function isWithinReach(at: { x: number; y: number }, width: unknown, area: Area): boolean {
  const right = at.x + (isPixel(width) ? width : usual.width);
  const overlap = Math.min(right, area.x + area.width) - Math.max(at.x, area.x);
  return overlap >= graspable.width && at.y >= area.y && at.y <= area.y + area.height - graspable.height;
}

function fit(value: unknown, otherwise: number, least: number, most = Infinity): number {
  return Math.max(least, Math.min(isPixel(value) ? value : otherwise, most));
}
