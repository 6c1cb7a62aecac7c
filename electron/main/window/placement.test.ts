import { describe, expect, it } from "vitest";
import { placementFor } from "./placement.ts";

const primary = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };
const kept = { x: 2000, y: 100, width: 1000, height: 700, isMaximized: false };

describe("placementFor", () => {
  it("returns to where the window was", () => {
    expect(placementFor(kept, [primary, second])).toEqual(kept);
    expect(placementFor({ ...kept, x: -40, y: 0, isMaximized: true }, [primary])).toMatchObject({
      x: -40,
      isMaximized: true,
    });
  });

  it("lets the system place it when that display is gone or the title would be out of reach", () => {
    expect(placementFor(kept, [primary])).toEqual({ width: 1000, height: 700, isMaximized: false });
    expect(placementFor({ ...kept, y: -300 }, [primary, second])).not.toHaveProperty("y");
    expect(placementFor({ ...kept, x: -960 }, [primary])).not.toHaveProperty("x");
  });

  it("never grows over a display or under the page's least size", () => {
    expect(placementFor({ ...kept, x: 0, width: 9000, height: 10 }, [primary])).toMatchObject({
      width: 1920,
      height: 480,
    });
    expect(placementFor(undefined, [{ x: 0, y: 0, width: 1280, height: 720 }])).toMatchObject({
      width: 1280,
      height: 720,
    });
  });

  it.each([null, [], "x", { x: "1", y: NaN, width: 1e9, height: {}, isMaximized: 1 }])(
    "starts fresh from %j",
    (damaged) => {
      expect(placementFor(damaged, [primary])).toEqual({ width: 1440, height: 900, isMaximized: false });
    },
  );
});
