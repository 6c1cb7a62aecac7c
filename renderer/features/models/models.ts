import { create, useStore } from "zustand";
import type { ModelId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { createModelsStore, type ModelsView } from "./store.ts";

/** The window's one store of models. */
export const modelsStore = createModelsStore(bridge, Date.now);

/** A part of what is known of the models. */
export const useModels = <T>(select: (view: ModelsView) => T): T => useStore(modelsStore, select);

/** Reads the models again. */
export const refreshModels = (): Promise<void> => modelsStore.refresh();

/** Which dialog of the page is open, and on which model. */
export const useModelsPage = create<{
  readonly isAdding: boolean;
  readonly removing: ModelId | undefined;
  readonly keyFor: ModelId | undefined;
}>(() => ({ isAdding: false, removing: undefined, keyFor: undefined }));

/** Opens the dialog that adds a model. */
export const startAddingModel = (): void => useModelsPage.setState({ isAdding: true });
