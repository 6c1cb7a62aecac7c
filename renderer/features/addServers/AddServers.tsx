import type { ReactNode } from "react";
import { useAddServers, type Way } from "../addWays/index.ts";
import { BundleDialog } from "./BundleDialog.tsx";
import { ConsentPage } from "./ConsentPage.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { PasteDialog } from "./PasteDialog.tsx";
import { RegistryDialog } from "./RegistryDialog.tsx";

const dialogs: Record<Way, () => ReactNode> = {
  paste: () => <PasteDialog />,
  import: () => <ImportDialog />,
  registry: () => <RegistryDialog />,
  bundle: () => <BundleDialog />,
};

/** The open way, and over it the consent page. */
export const AddServers = () => {
  const { way, proposals } = useAddServers((view) => view);
  return (
    <>
      {way !== undefined && dialogs[way]()}
      {proposals !== undefined && <ConsentPage proposals={proposals} />}
    </>
  );
};
