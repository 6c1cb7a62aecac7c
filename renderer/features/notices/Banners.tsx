import { DatabaseZap, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { bridge } from "../../bridge/index.ts";
import { Button, CodeText, Spinner } from "../../design/index.ts";
import { failureText } from "../../format/index.ts";
import { useHost } from "../host/index.ts";
import { Banner } from "./Banner.tsx";
import styles from "./Banners.module.css";

const ask = (name: "app.restartHost" | "app.showDataFolder"): void => {
  bridge.request(name, {}).catch((cause: unknown) => console.error(`${name} failed`, cause));
};

const HostBanner = () => {
  const { t } = useTranslation("frame");
  const host = useHost((view) => view.host);
  if (host.state === "restarting")
    return (
      <Banner tone="warn" icon={<Spinner />}>
        {t("host.restartingText")}
      </Banner>
    );
  if (host.state !== "failed") return null;
  return (
    <Banner
      tone="danger"
      icon={<TriangleAlert size={16} aria-hidden />}
      action={
        <>
          <Button size="small" onClick={() => ask("app.showDataFolder")}>
            {t("log.showFolder")}
          </Button>
          <Button size="small" onClick={() => ask("app.restartHost")}>
            {t("host.restart")}
          </Button>
        </>
      }
    >
      <strong>{t("host.failedTitle")}</strong>{" "}
      {host.error === undefined ? t("host.failedText") : failureText(host.error, t)}
    </Banner>
  );
};

const LogBanner = () => {
  const { t } = useTranslation("frame");
  const problem = useHost((view) => view.info?.logProblem);
  if (problem === undefined) return null;
  return (
    <Banner
      tone="danger"
      icon={<DatabaseZap size={16} aria-hidden />}
      action={
        <Button size="small" onClick={() => ask("app.showDataFolder")}>
          {t("log.showFolder")}
        </Button>
      }
    >
      <strong>{t(`log.${problem.kind}.title`)}</strong> {t(`log.${problem.kind}.text`)}
      {problem.keptAt !== undefined && (
        <>
          {" "}
          {t("log.keptAt")} <CodeText text={problem.keptAt} />
        </>
      )}
      <details className={styles["details"]}>
        <summary>{t("design:details")}</summary>
        <CodeText layout="block" isWrapped text={problem.message} />
      </details>
    </Banner>
  );
};

/** What concerns the whole window and stays until it is over: the host's state and what is wrong with the log. */
export const Banners = () => (
  <>
    <HostBanner />
    <LogBanner />
  </>
);
