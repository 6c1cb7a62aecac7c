import { lazy } from "react";

export { refreshModels, startAddingModel, useModels } from "./models.ts";

/** The place Models; its code comes when it is opened. */
export const ModelsPage = lazy(async () => ({ default: (await import("./ModelsPage.tsx")).ModelsPage }));
