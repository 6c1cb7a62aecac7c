import type { editor as monacoEditor } from "monaco-editor/editor/editor.api";
import type { Hunk } from "../../../shared/contract/index.ts";
import { hunkOf, restoringEdit } from "./hunks.ts";
import { languageOf } from "./language.ts";
import { options } from "./options.ts";
import { THEME, themeFromTokens } from "./theme.ts";

type Monaco = typeof import("./monaco.ts");

/** One file's two states as an editor shows them. */
export interface DiffContent {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly isEditable: boolean;
  /** One column instead of two: narrow panes and new files. */
  readonly isInline: boolean;
  readonly labels: { readonly before: string; readonly after: string };
}

/** What the editor tells its place while it is lent. */
export interface DiffListener {
  /** The right side was edited; the text has the file's own line ends. */
  readonly onChange: (text: string) => void;
  /** Height that shows everything, in pixels; comes again when it changes. */
  readonly onHeight: (px: number) => void;
  /** The places in which the two sides differ, top to bottom; comes again after each edit. */
  readonly onHunks: (hunks: readonly Hunk[]) => void;
  /** Esc in the editor: the keyboard wants out. */
  readonly onLeave: () => void;
}

/** An editor lent to one place. */
export interface LentDiff {
  readonly layout: () => void;
  readonly setInline: (isInline: boolean) => void;
  /** Marks a hunk as the current one, and brings it into view where asked; none takes the mark away. */
  readonly mark: (hunk: Hunk | undefined, isShown: boolean) => void;
  /** Makes a hunk's lines on the right those of the left again, as one edit that can be undone. */
  readonly restore: (hunk: Hunk) => void;
  /** Gives the editor back; its texts are dropped. Calling it again does nothing. */
  readonly release: () => void;
}

/** Editors that are built once and only get new texts: building one costs a tenth of a second (perf (e)). */
export interface DiffPool {
  readonly lend: (slot: HTMLElement, content: DiffContent, listener: DiffListener) => LentDiff;
}

/** Above this many lines the faster of the two diff algorithms is used. */
const LEGACY_LINES = 5000;
/** Longest time a diff of swapped-out texts may still be under way, in milliseconds: the editor's own limit is 5 s. */
const DISPOSE_AFTER_MS = 6000;
/** Idle editors that are kept. */
const KEPT = 1;

interface Built {
  readonly host: HTMLElement;
  readonly diff: monacoEditor.IStandaloneDiffEditor;
}

const lineCount = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
};

const followTheme = (monaco: Monaco): void => {
  const apply = (): void => {
    monaco.editor.defineTheme(THEME, themeFromTokens());
    monaco.editor.setTheme(THEME);
  };
  apply();
  const root = document.documentElement;
  new MutationObserver(apply).observe(root, { attributes: true, attributeFilter: ["data-theme", "class"] });
  // The signs' font is asked for before the first diff needs it.
  Promise.all([document.fonts.load("16px codicon"), document.fonts.ready]).then(
    () => monaco.editor.remeasureFonts(),
    () => undefined,
  );
};

/** Where idle editors wait: in the page, so that they keep their measures, but out of sight and out of reach. */
const createParking = (): HTMLElement => {
  const parking = document.createElement("div");
  parking.setAttribute("aria-hidden", "true");
  parking.inert = true;
  parking.style.cssText =
    "position:fixed;left:-20000px;top:0;width:800px;height:400px;overflow:hidden;visibility:hidden";
  document.body.append(parking);
  return parking;
};

const createModels = (monaco: Monaco, content: DiffContent) => {
  const language = languageOf(content.path);
  return {
    original: monaco.editor.createModel(content.before, language),
    modified: monaco.editor.createModel(content.after, language),
  };
};

/** Drops texts that are no longer shown, once a diff of them that is still being computed is over: without its texts it fails. */
const disposeLater = (models: monacoEditor.IDiffEditorModel): void => {
  setTimeout(() => {
    models.original.dispose();
    models.modified.dispose();
  }, DISPOSE_AFTER_MS);
};

/** Puts a file's two states into an editor. */
const show = (monaco: Monaco, diff: Built["diff"], content: DiffContent): void => {
  const isLong = Math.max(lineCount(content.before), lineCount(content.after)) > LEGACY_LINES;
  const asked: monacoEditor.IDiffEditorConstructionOptions = {
    readOnly: !content.isEditable,
    domReadOnly: !content.isEditable,
    renderSideBySide: !content.isInline,
    diffAlgorithm: isLong ? "legacy" : "advanced",
  };
  diff.updateOptions(asked);
  const old = diff.getModel();
  diff.setModel(createModels(monaco, content));
  if (old !== null) disposeLater(old);
  diff.layout();
};

/** Names each side for a screen reader, and again whenever the diff editor drops the names: it does with any other option. */
const keepNames = ({ diff }: Built, labels: DiffContent["labels"]): readonly { dispose(): void }[] =>
  (
    [
      [diff.getOriginalEditor(), labels.before],
      [diff.getModifiedEditor(), labels.after],
    ] as const
  ).map(([side, ariaLabel]) => {
    const name = (): void => {
      if (side.getRawOptions().ariaLabel !== ariaLabel) side.updateOptions({ ariaLabel });
    };
    name();
    return side.onDidChangeConfiguration(name);
  });

/** Tells the borrower of edits, height and Esc until the returned subscriptions are disposed. */
const listen = (
  monaco: Monaco,
  { diff, host }: Built,
  listener: DiffListener,
): readonly { dispose(): void }[] => {
  const sides = [diff.getOriginalEditor(), diff.getModifiedEditor()];
  const modified = diff.getModifiedEditor();
  const tellHeight = (): void => listener.onHeight(Math.max(...sides.map((side) => side.getContentHeight())));
  return [
    modified.onDidChangeModelContent(() => listener.onChange(modified.getModel()?.getValue() ?? "")),
    ...sides.map((side) => side.onDidContentSizeChange(tellHeight)),
    ...sides.map((side) =>
      side.onKeyDown((event) => {
        if (event.keyCode !== monaco.KeyCode.Escape || host.querySelector(".find-widget.visible") !== null)
          return;
        event.preventDefault();
        event.stopPropagation();
        listener.onLeave();
      }),
    ),
    diff.onDidUpdateDiff(() => {
      tellHeight();
      listener.onHunks((diff.getLineChanges() ?? []).map(hunkOf));
    }),
  ];
};

const CURRENT = { isWholeLine: true, marginClassName: "current-hunk" };

/** Marks the current hunk on the side that has lines of it. */
const createMarker = ({ diff }: Built) => {
  const sides = { before: diff.getOriginalEditor(), after: diff.getModifiedEditor() };
  const marks = {
    before: sides.before.createDecorationsCollection(),
    after: sides.after.createDecorationsCollection(),
  };
  return {
    clear: () => {
      marks.before.clear();
      marks.after.clear();
    },
    mark: (hunk: Hunk | undefined, isShown: boolean): void => {
      for (const side of ["before", "after"] as const) {
        const lines = hunk?.[side];
        if (lines === undefined || lines.count === 0) {
          marks[side].clear();
          continue;
        }
        const endLineNumber = lines.start + lines.count - 1;
        const range = { startLineNumber: lines.start, startColumn: 1, endLineNumber, endColumn: 1 };
        marks[side].set([{ range, options: CURRENT }]);
        if (isShown) sides[side].revealLinesInCenterIfOutsideViewport(lines.start, endLineNumber);
      }
    },
  };
};

const restore = ({ diff }: Built, hunk: Hunk): void => {
  const modified = diff.getModifiedEditor();
  const models = diff.getModel();
  if (models === null) return;
  const edit = restoringEdit(models.original, models.modified, hunk);
  modified.pushUndoStop();
  modified.executeEdits("leave out", [{ ...edit, forceMoveMarkers: true }]);
  modified.pushUndoStop();
};

/** Starts a pool: one editor is built at once and its worker started, so that the first real diff is quick. */
export const createDiffPool = (monaco: Monaco): DiffPool => {
  followTheme(monaco);
  const parking = createParking();
  const idle: Built[] = [];

  const build = (): Built => {
    const host = document.createElement("div");
    host.style.cssText = "width:100%;height:100%";
    parking.append(host);
    return { host, diff: monaco.editor.createDiffEditor(host, options) };
  };
  const park = (built: Built): void => {
    if (idle.length >= KEPT) {
      built.diff.dispose();
      built.host.remove();
      return;
    }
    parking.append(built.host);
    idle.push(built);
  };
  const warm = build();
  const small = createModels(monaco, {
    path: "a.js",
    before: "a",
    after: "b",
    isEditable: false,
    isInline: true,
    labels: { before: "", after: "" },
  });
  warm.diff.setModel(small);
  idle.push(warm);

  const lend: DiffPool["lend"] = (slot, content, listener) => {
    const built = idle.pop() ?? build();
    const { diff, host } = built;
    slot.append(host);
    show(monaco, diff, content);
    const ends = [...listen(monaco, built, listener), ...keepNames(built, content.labels)];
    const marker = createMarker(built);
    let isLent = true;
    return {
      layout: () => diff.layout(),
      setInline: (isInline) => diff.updateOptions({ renderSideBySide: !isInline }),
      mark: marker.mark,
      restore: (hunk) => restore(built, hunk),
      release: () => {
        if (!isLent) return;
        isLent = false;
        marker.clear();
        for (const end of ends) end.dispose();
        park(built);
      },
    };
  };
  return { lend };
};
