import { create } from "zustand";
import type { OptionValues, Remark, ServerDefinition } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";

/** The ways to a server beside the form. */
export const ways = ["paste", "import", "registry", "bundle"] as const;
export type Way = (typeof ways)[number];

/** A server that is to be agreed to. `bundle`: it is unpacked first, by what was filled in. */
export interface Proposal {
  readonly definition: ServerDefinition;
  readonly notes: readonly Remark[];
  readonly bundle?: { readonly path: string; readonly sha256: string; readonly values: OptionValues };
}

interface AddServersView {
  readonly way: Way | undefined;
  /** What the registry is to be searched for when it opens. */
  readonly search: string;
  /** What the consent page shows; over the way, which stays as it was for the way back. */
  readonly proposals: readonly Proposal[] | undefined;
}

/** Which of the dialogs is open. */
export const useAddServers = create<AddServersView>(() => ({
  way: undefined,
  search: "",
  proposals: undefined,
}));

/** Opens one of the ways. */
export const openWay = (way: Way): void => useAddServers.setState({ way, search: "", proposals: undefined });

/** Opens the registry with a word to search for: the person's own click, so it is asked now. */
export const searchRegistry = (search: string): void =>
  useAddServers.setState({ way: "registry", search, proposals: undefined });

/** Closes everything. */
export const closeWays = (): void => useAddServers.setState({ way: undefined, proposals: undefined });

/** Shows servers in full before anything of them is added. */
export const propose = (proposals: readonly Proposal[]): void => useAddServers.setState({ proposals });

/** Back from the consent page to where the servers were chosen. */
export const backFromConsent = (): void =>
  useAddServers.setState(({ way }) => ({ way, proposals: undefined }));

/**
 * Shows what an install link brought, if one waits. A consent page that is open stays: nobody's page changes under their hand.
 * Never rejects.
 */
export const takeInstallLink = async (): Promise<void> => {
  if (useAddServers.getState().proposals !== undefined) return;
  const waiting = await bridge.request("app.takeInstallLink", {});
  if (!waiting.ok || waiting.value === null) return;
  const read = await bridge.request("server.readConfig", { text: waiting.value.config });
  if (!read.ok || read.value.candidates.length === 0) return;
  const proposals = read.value.candidates.map(({ definition, notes }) => ({
    definition: { ...definition, origin: { kind: "link" as const } },
    notes,
  }));
  useAddServers.setState({ way: undefined, proposals });
};
