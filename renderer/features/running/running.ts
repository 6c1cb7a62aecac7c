import { create, useStore } from "zustand";
import type { WorkspaceId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { createRunningStore, type RunningStore, type RunningView } from "./store.ts";

let opened: RunningStore | undefined;

/** The window's one store of commands, made with its first use. */
export const runningStore = (): RunningStore => (opened ??= createRunningStore(bridge));

/** A part of what is known of the commands. */
export const useRunning = <T>(select: (view: RunningView) => T): T => useStore(runningStore(), select);

/** One output stream of one command. */
export interface OutputOf {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  readonly stream: "stdout" | "stderr";
}

interface RunningPanel {
  readonly isOpen: boolean;
  readonly shown: OutputOf | undefined;
}

/** What of the panel is open. */
export const useRunningPanel = create<RunningPanel>(() => ({ isOpen: false, shown: undefined }));

/** Opens the panel, at a command's output where one is given. */
export const openRunning = (shown?: OutputOf): void => useRunningPanel.setState({ isOpen: true, shown });

export const closeRunning = (): void => useRunningPanel.setState({ isOpen: false });
