/** Measuring code that the bench puts into the page; the product knows nothing of it. */
export interface InPage {
  readonly frame: () => Promise<number>;
  /**
   * Milliseconds from `act`, done at a random moment of a frame as a person would, until `isThere` holds at the start of a
   * frame and that frame was painted.
   */
  readonly timeTo: (act: () => void, isThere: () => boolean) => Promise<number>;
  /** Scrolls by 400 px in each of 240 frames. Times in milliseconds; `blank` counts frames in which no row stood in the middle. */
  readonly scroll: (scroller: HTMLElement) => Promise<{ readonly p95: number; readonly blank: number }>;
  readonly row: (title: string) => HTMLElement;
  /** The button of a place in the navigation. */
  readonly place: (name: string) => HTMLElement;
  readonly tab: (name: string) => void;
  readonly scroller: () => HTMLElement;
  /** The floor: the same rows cut out of the timeline as plain DOM over the timeline's place: fixed heights, only rows in view and eight on each side. */
  readonly plainList: () => { readonly list: HTMLElement; readonly remove: () => void };
  longestTask: number;
}

declare global {
  interface Window {
    bench: InPage;
  }
}

/** Runs in the page: puts {@link InPage} on it. */
export const install = (): void => {
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const found = <T extends HTMLElement>(selector: string): T => {
    const element = document.querySelector<T>(selector);
    if (element === null) throw new Error(`nothing fits ${selector}`);
    return element;
  };
  const timeTo: InPage["timeTo"] = async (act, isThere) => {
    await frame();
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 16));
    const from = performance.now();
    act();
    do {
      await frame();
      if (performance.now() - from > 30_000) throw new Error("nothing to see after 30 s");
    } while (!isThere());
    await frame();
    return performance.now() - from;
  };
  const scroll: InPage["scroll"] = async (scroller) => {
    const view = scroller;
    const box = view.getBoundingClientRect();
    view.scrollTop = 0;
    for (let n = 0; n < 10; n++) await frame();
    const times: number[] = [];
    let blank = 0;
    let last = await frame();
    for (let n = 0; n < 240; n++) {
      view.scrollTop += 400;
      const now = await frame();
      times.push(now - last);
      last = now;
      const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (middle === null || middle.closest("[data-call], [data-plain], [role=listitem]") === null)
        blank += 1;
    }
    times.sort((a, b) => a - b);
    return { p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN, blank };
  };
  const scroller: InPage["scroller"] = () =>
    found("[data-call]").closest<HTMLElement>("[role=list]")?.parentElement ?? document.body;
  const plainList: InPage["plainList"] = () => {
    const ROW = 28;
    const real = scroller();
    const pattern = found("[data-call]");
    const box = real.getBoundingClientRect();
    const list = document.createElement("div");
    list.style.cssText = `position:fixed;z-index:99;overflow-y:auto;contain:strict;background:var(--bg);left:${box.left}px;top:${box.top}px;width:${box.width}px;height:${box.height}px`;
    const rows = document.createElement("div");
    rows.style.cssText = `position:relative;height:${12_500 * ROW}px`;
    list.append(rows);
    const shown = new Map<number, HTMLElement>();
    const rowAt = (at: number): HTMLElement => {
      const copy = pattern.cloneNode(true) as HTMLElement;
      copy.dataset["plain"] = String(at);
      copy.removeAttribute("data-call");
      copy.style.cssText = `position:absolute;top:0;left:0;contain:layout paint style;transform:translateY(${at * ROW}px)`;
      return copy;
    };
    const draw = (): void => {
      const from = Math.max(0, Math.floor(list.scrollTop / ROW) - 8);
      const to = from + Math.ceil(box.height / ROW) + 16;
      for (const [at, row] of shown)
        if (at < from || at >= to) {
          row.remove();
          shown.delete(at);
        }
      const fresh = Array.from({ length: to - from }, (_, n) => from + n).filter((at) => !shown.has(at));
      for (const at of fresh) shown.set(at, rowAt(at));
      rows.append(...fresh.map((at) => shown.get(at) ?? ""));
    };
    list.addEventListener("scroll", draw);
    document.body.append(list);
    draw();
    return {
      list,
      remove: () => {
        list.remove();
      },
    };
  };
  window.bench = {
    frame,
    timeTo,
    scroll,
    scroller,
    plainList,
    row: (title) => found(`button[title^="${title}"]`),
    place: (name) => {
      const place = [...document.querySelectorAll<HTMLElement>("nav button")].find((one) =>
        one.textContent.includes(name),
      );
      if (place === undefined) throw new Error(`there is no place ${name}`);
      return place;
    },
    tab: (name) => {
      const tab = [...document.querySelectorAll<HTMLElement>("[role=tab]")].find(
        (one) => one.textContent === name,
      );
      tab?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true, button: 0 }));
    },
    longestTask: 0,
  };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      window.bench.longestTask = Math.max(window.bench.longestTask, duration);
  }).observe({ type: "longtask" });
};
