import { create } from "zustand";

/** Groups of the palette, in its order. */
export type ActionSection = "go" | "session" | "approval" | "view" | "servers" | "models" | "audit" | "app";

/** Something a person can do, from the palette and by key. `title` is already in the person's language. */
export interface Action {
  /** Stable name, `place.verb`; also what the application menu sends. */
  readonly id: string;
  readonly title: string;
  readonly section: ActionSection;
  /** Keys as in `mod+k`; the first is shown. */
  readonly keys?: readonly string[] | undefined;
  /** Other words a person may search for. */
  readonly words?: readonly string[] | undefined;
  readonly isEnabled?: boolean | undefined;
  /** Not listed in the palette (one that only moves focus, say); its keys are still listed among all keys. */
  readonly isUnlisted?: boolean | undefined;
  /** Whether its keys count while a text is typed; default: combinations do, single keys do not. */
  readonly whileTyping?: boolean | undefined;
  /** Whether its keys count while a dialog is open; default no. */
  readonly inDialogs?: boolean | undefined;
  readonly run: () => void;
}

interface Registry {
  /** In order of registration; a later one with the same id or keys wins. */
  readonly groups: readonly (readonly Action[])[];
}

/** All actions that can be done now. */
export const useRegistry = create<Registry>(() => ({ groups: [] }));

/** Adds actions until the returned function is called. */
export const registerActions = (actions: readonly Action[]): (() => void) => {
  useRegistry.setState(({ groups }) => ({ groups: [...groups, actions] }));
  return () =>
    useRegistry.setState(({ groups }) => ({ groups: groups.filter((group) => group !== actions) }));
};

/** The actions in force: one per id, the latest registered. */
export const actionsOf = (groups: readonly (readonly Action[])[]): readonly Action[] => [
  ...new Map(groups.flat().map((action) => [action.id, action])).values(),
];

/** Runs an action by id, as the application menu does. Returns whether there was one to run. */
export const runAction = (id: string): boolean => {
  const action = actionsOf(useRegistry.getState().groups).find((one) => one.id === id);
  if (action === undefined || action.isEnabled === false) return false;
  action.run();
  return true;
};
