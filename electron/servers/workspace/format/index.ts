import { existsSync } from "node:fs";
import { createProjectTools, type ProjectKind, type ProjectTools } from "../project/index.ts";
import { perScope, type Scope } from "../protocol/index.ts";
import { sandboxOf } from "../sandbox/index.ts";
import { formatFileTool } from "./formatFile.ts";
import { declaredFormatters, formatterMarkers } from "./formatters.ts";

const kind: ProjectKind = {
  markers: formatterMarkers,
  toolNames: ["format_file"],
  detect: (folder) => {
    const formatters = declaredFormatters(folder);
    return formatters.length === 0 ? [] : [formatFileTool(formatters)];
  },
};

/** The formatting tool of a scope: there when the project declares a formatter and there is a sandbox to run it in. */
export const formatToolsOf: (scope: Scope) => ProjectTools = perScope((scope) => {
  const declared = createProjectTools(scope, [kind]);
  const listeners = new Set<() => void>();
  let sandbox: "unasked" | "asked" | "there" | "none" = "unasked";
  let why = "";
  const ask = (): void => {
    sandbox = "asked";
    sandboxOf(scope)
      .state()
      .then((state) => {
        sandbox = state.kind === "none" ? "none" : "there";
        why = state.reason;
        if (sandbox === "there") for (const listener of listeners) listener();
      })
      // It never rejects; what cannot be asked is not there.
      .catch(() => undefined);
  };
  scope.onEnd(() => listeners.clear());
  return {
    list: () => {
      const tools = declared.list();
      if (tools.length > 0 && sandbox === "unasked") ask();
      return sandbox === "there" ? tools : [];
    },
    onChanged: (listener) => {
      listeners.add(listener);
      const stop = declared.onChanged(() => {
        if (sandbox === "there") listener();
      });
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    concerns: declared.concerns,
    whyMissing: (name) => {
      if (name !== "format_file") return undefined;
      if (declared.list().length === 0) {
        return existsSync(scope.root.real)
          ? "format_file is not there now: the project declares no formatter (prettier, biome, ruff, black, gofmt, rustfmt)."
          : "format_file is not there now: The workspace root does not exist any more. Bring the folder back, or open another one.";
      }
      return sandbox === "none"
        ? `format_file is not there: a formatter runs code of the project before a person decides, and there is no sandbox for it. ${why}`
        : "format_file is not there yet: it is being found out whether there is a sandbox. Try again.";
    },
  };
});
