import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ServerId, ServerInfo, ServerUsage as Usage } from "../../../../shared/contract/index.ts";
import { bridge } from "../../../bridge/index.ts";
import { formatBytes, formatDuration, formatPercent } from "../../../format/index.ts";
import styles from "../Servers.module.css";

const EVERY_MS = 2000;

interface Sample {
  readonly now: Usage | null;
  /** Share of one processor since the measure before; undefined at the first. */
  readonly cpu: number | undefined;
}

const cpuShare = (before: Usage | null | undefined, now: Usage | null): number | undefined =>
  before === null || before === undefined || now === null || now.at <= before.at
    ? undefined
    : Math.max(0, now.cpuMs - before.cpuMs) / (now.at - before.at);

/** Measures while the place is shown, and never otherwise. */
const useUsage = (serverId: ServerId, isRunning: boolean): Sample | undefined => {
  const [sample, setSample] = useState<Sample>();
  useEffect(() => {
    if (!isRunning) return undefined;
    let isShown = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = (): void => {
      bridge
        .request("server.usage", { serverId })
        .then((answer) => {
          if (!isShown) return;
          if (answer.ok) setSample((was) => ({ now: answer.value, cpu: cpuShare(was?.now, answer.value) }));
          timer = setTimeout(measure, EVERY_MS);
        })
        .catch((cause: unknown) => console.error("server.usage failed", cause));
    };
    measure();
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [serverId, isRunning]);
  return isRunning ? sample : undefined;
};

/** Memory and processor time of a server and everything it started, measured while it is looked at. */
export const ServerUsage = ({ server }: { readonly server: ServerInfo }) => {
  const { t, i18n } = useTranslation("serverInspect");
  const sample = useUsage(server.serverId, server.state === "ready" && server.pid !== undefined);
  const now = sample?.now ?? null;
  if (sample === undefined || now === null) return null;
  const { processes, cpuMs, rssBytes, pssBytes } = now;
  const language = i18n.language;
  return (
    <section>
      <h2>{t("usage.title")}</h2>
      <dl className={styles["summary"]}>
        <dt>{t("usage.memory")}</dt>
        <dd>
          {pssBytes === undefined
            ? formatBytes(rssBytes, language)
            : t("usage.shared", {
                pss: formatBytes(pssBytes, language),
                rss: formatBytes(rssBytes, language),
              })}
        </dd>
        <dt>{t("usage.cpu")}</dt>
        <dd>
          {sample.cpu === undefined ? t("usage.measuring") : formatPercent(sample.cpu, language)}
          {" · "}
          {t("usage.total", { time: formatDuration(cpuMs, language) })}
        </dd>
        <dt>{t("usage.processes")}</dt>
        <dd>{processes}</dd>
      </dl>
    </section>
  );
};
