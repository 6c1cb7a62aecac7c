import { SquareTerminal } from "lucide-react";
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useActions, type Action } from "../../actions/index.ts";
import { openRunning, useRunning, useRunningPanel } from "./running.ts";

const RunningPanel = lazy(async () => ({ default: (await import("./RunningPanel.tsx")).RunningPanel }));

/** How many commands run, and the way to them; only there while something of them is to be seen. */
export const RunningChip = ({ className }: { readonly className?: string | undefined }) => {
  const { t } = useTranslation("running");
  const isOpen = useRunningPanel((panel) => panel.isOpen);
  const count = useRunning((view) =>
    view.workspaces.reduce(
      (sum, { commands }) => sum + commands.filter(({ isRunning }) => isRunning).length,
      0,
    ),
  );
  const hasAny = useRunning((view) =>
    view.workspaces.some(({ commands, lost }) => commands.length > 0 || lost.length > 0),
  );
  const actions = useMemo(
    (): readonly Action[] => [
      { id: "view.running", title: t("open"), section: "view", run: () => openRunning() },
    ],
    [t],
  );
  useActions(actions);
  return (
    <>
      {hasAny && (
        <button type="button" className={className} aria-haspopup="dialog" onClick={() => openRunning()}>
          <SquareTerminal size={12} aria-hidden />
          {t("chip", { count })}
        </button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <RunningPanel />
        </Suspense>
      )}
    </>
  );
};
