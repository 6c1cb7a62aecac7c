import { FolderOpen } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { bridge } from "../../bridge/index.ts";
import { Button, CodeText, CopyButton } from "../../design/index.ts";
import { spaced } from "../../format/index.ts";
import { useHost } from "../host/index.ts";
import styles from "./Settings.module.css";

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd className="selectable">{children}</dd>
  </>
);

/** Where the data lies, where keys lie, and which versions run. */
export const AboutSection = () => {
  const { t } = useTranslation("settings");
  const app = useHost((view) => view.app);
  const info = useHost((view) => view.info);
  const versions = [
    `Loopwright ${app?.version ?? "?"}`,
    `Electron ${app?.electron ?? "?"}`,
    `Node ${info?.node ?? "?"}`,
    app?.platform ?? "",
  ].join(" · ");
  const show = (): void => {
    bridge
      .request("app.showDataFolder", {})
      .catch((cause: unknown) => console.error("showing the folder failed", cause));
  };
  return (
    <section className={styles["section"]}>
      <h2>{t("about.title")}</h2>
      <dl className={styles["facts"]}>
        <Fact name={t("about.data")}>
          {info === undefined ? t("about.unknown") : <CodeText text={info.dataDir} />}
          <div>
            <Button size="small" icon={<FolderOpen size={14} aria-hidden />} onClick={show}>
              {t("about.showData")}
            </Button>
          </div>
        </Fact>
        <Fact name={t("about.keys")}>
          {app === undefined
            ? t("about.unknown")
            : app.keyStore === "memory"
              ? t("about.keysMemory")
              : spaced(t("about.keysStore", { name: app.keyStoreName }))}
        </Fact>
        <Fact name={t("about.versions")}>
          {versions}
          <CopyButton text={versions} isIconOnly />
        </Fact>
      </dl>
    </section>
  );
};
