import { useEffect, useMemo } from "react";
import { actionsOf, registerActions, useRegistry, type Action } from "./registry.ts";

export { listenToKeys } from "./listen.ts";
export { moveInRows, rowProps } from "./rows.ts";
export { runAction, type Action, type ActionSection } from "./registry.ts";

/** Registers actions while the component is mounted. Pass a memoised list: a new one registers again. */
export const useActions = (actions: readonly Action[]): void =>
  useEffect(() => registerActions(actions), [actions]);

/** Every action in force, for the palette and the list of keys. */
export const useAllActions = (): readonly Action[] => {
  const groups = useRegistry((registry) => registry.groups);
  return useMemo(() => actionsOf(groups), [groups]);
};
