import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ServerInfo, ServerLogLevel } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { ErrorState, Select } from "../../design/index.ts";
import { declares } from "./capabilities.ts";
import styles from "./Servers.module.css";

/** The most first. */
const levels = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const satisfies readonly ServerLogLevel[];

/** How much a server is asked to log (MCP-02); nothing where it does not say that it can log. */
export const LogLevelField = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("servers");
  const [asking, setAsking] = useState<ServerLogLevel>();
  const [failure, setFailure] = useState<Failure>();
  if (!declares(server.capabilities, "logging")) return null;
  const choose = (level: ServerLogLevel): void => {
    setAsking(level);
    setFailure(undefined);
    bridge
      .request("server.setLogLevel", { serverId: server.serverId, level })
      .then((answer) => setFailure(answer.ok ? undefined : answer.error))
      .catch((cause: unknown) => console.error("server.setLogLevel failed", cause))
      .finally(() => setAsking((now) => (now === level ? undefined : now)));
  };
  return (
    <>
      <div className={styles["logLevel"]}>
        <Select
          label={t("log.level")}
          value={asking ?? server.logLevel}
          placeholder={t("log.levelOpen")}
          options={levels.map((value) => ({ value, label: t(`log.levels.${value}`) }))}
          isDisabled={server.state !== "ready"}
          onChange={choose}
        />
      </div>
      {failure !== undefined && (
        <div className={styles["logFailure"]}>
          <ErrorState layout="inline" title={t("log.levelFailed")} failure={failure} />
        </div>
      )}
    </>
  );
};
