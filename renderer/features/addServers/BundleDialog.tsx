import { Package } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BundleInfo, Failure } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, CodeText, EmptyState, ErrorState, FileSize } from "../../design/index.ts";
import { revealAsText } from "../reveal/index.ts";
import { OptionForm } from "./OptionForm.tsx";
import { WayDialog } from "./WayDialog.tsx";
import styles from "./AddServers.module.css";

const Shown = ({ bundle }: { readonly bundle: BundleInfo }) => {
  const { t } = useTranslation("addServers");
  return (
    <section className={styles["group"]}>
      <h3>{`${bundle.name} ${bundle.version}`}</h3>
      <p>{revealAsText(bundle.description)}</p>
      <p className={styles["quiet"]}>
        {t("bundle.by", { author: revealAsText(bundle.author), count: bundle.files })}{" "}
        <FileSize bytes={bundle.bytes} />
      </p>
      <CodeText text={bundle.path} />
      <OptionForm
        key={bundle.sha256}
        option={bundle.option}
        bundle={{ path: bundle.path, sha256: bundle.sha256 }}
      />
    </section>
  );
};

/** A server out of a bundle file; read here, unpacked only after the consent page. */
export const BundleDialog = () => {
  const { t } = useTranslation("addServers");
  const [bundle, setBundle] = useState<BundleInfo>();
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setIsBusy] = useState(false);
  const choose = async (): Promise<void> => {
    const chosen = await bridge.request("app.chooseBundle", {});
    if (!chosen.ok) return setFailure(chosen.error);
    if (chosen.value === null) return;
    setIsBusy(true);
    const read = await bridge.request("bundle.read", { path: chosen.value.path });
    setIsBusy(false);
    setBundle(read.ok ? read.value : undefined);
    setFailure(read.ok ? undefined : read.error);
  };
  const button = (
    <Button
      isBusy={isBusy}
      onClick={() => {
        choose().catch((cause: unknown) => console.error("reading a bundle failed", cause));
      }}
    >
      {t("bundle.choose")}
    </Button>
  );
  return (
    <WayDialog way="bundle">
      {failure !== undefined && <ErrorState layout="inline" title={t("bundle.failed")} failure={failure} />}
      {bundle === undefined ? (
        <EmptyState
          icon={<Package size={16} aria-hidden />}
          title={t("bundle.empty")}
          text={t("bundle.emptyText")}
          action={button}
        />
      ) : (
        <>
          <div>{button}</div>
          <Shown bundle={bundle} />
        </>
      )}
    </WayDialog>
  );
};
