import { Globe, Server, ShieldAlert, ShieldCheck, ShieldQuestionMark } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx, Spinner } from "../design/index.ts";
import { useAudit, verifyLog } from "../features/audit/index.ts";
import { useHost } from "../features/host/index.ts";
import { RunningChip } from "../features/running/index.ts";
import { useServers } from "../features/servers/index.ts";
import { goTo } from "../navigation/index.ts";
import styles from "./StatusBar.module.css";

const HostItem = () => {
  const { t } = useTranslation("frame");
  const state = useHost((view) => view.host.state);
  const restarts = useHost((view) => view.host.restarts);
  return (
    <span className={styles["item"]} role="status" title={t("host.restarts", { count: restarts })}>
      {state === "ready" || state === "failed" ? (
        <span className={cx(styles["dot"], styles[state])} aria-hidden />
      ) : (
        <Spinner size={12} />
      )}
      {t(`host.${state}`)}
    </span>
  );
};

const ServersItem = () => {
  const { t } = useTranslation("frame");
  const ready = useServers((view) => view.items.filter((item) => item.state === "ready").length);
  const failed = useServers((view) => view.items.filter((item) => item.state === "failed").length);
  const total = useServers((view) => view.items.length);
  return (
    <button type="button" className={styles["button"]} onClick={() => goTo("servers")}>
      <Server size={12} aria-hidden />
      {t("servers", { ready, total })}
      {failed > 0 && <span className={styles["bad"]}>{t("serversFailed", { count: failed })}</span>}
    </button>
  );
};

const LogItem = () => {
  const { t } = useTranslation("frame");
  const verify = useAudit((view) => view.verify);
  const problem = useHost((view) => view.info?.logProblem);
  const isBad = problem !== undefined || (verify.state === "done" && !verify.result.ok);
  const isGood = !isBad && verify.state === "done";
  const words = isBad ? "bad" : isGood ? "verified" : verify.state === "running" ? "verifying" : "unverified";
  const icons = {
    bad: <ShieldAlert size={12} aria-hidden />,
    verified: <ShieldCheck size={12} aria-hidden />,
    verifying: <Spinner size={12} />,
    unverified: <ShieldQuestionMark size={12} aria-hidden />,
  };
  const open = (): void => {
    goTo("audit");
    if (verify.state === "none") verifyLog();
  };
  return (
    <button type="button" className={cx(styles["button"], isBad && styles["bad"])} onClick={open}>
      {icons[words]}
      {t(`logState.${words}`)}
    </button>
  );
};

/** The line below everything: host, servers, log, language. */
export const StatusBar = () => {
  const { t } = useTranslation("frame");
  return (
    <footer className={styles["bar"]} aria-label={t("status")}>
      <HostItem />
      <ServersItem />
      <LogItem />
      <RunningChip className={styles["button"]} />
      <span className={styles["spring"]} />
      <button
        type="button"
        className={styles["button"]}
        onClick={() => goTo("settings")}
        aria-label={t("languageIs")}
      >
        <Globe size={12} aria-hidden />
        {t("language")}
      </button>
    </footer>
  );
};
