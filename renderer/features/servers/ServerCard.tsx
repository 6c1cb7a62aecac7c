import { useTranslation } from "react-i18next";
import type { ServerInfo } from "../../../shared/contract/index.ts";
import { rowProps } from "../../actions/index.ts";
import { Badge, CodeText, TimeAgo } from "../../design/index.ts";
import { failureText } from "../../format/index.ts";
import { ServerSwitch } from "./ServerSwitch.tsx";
import { selectServer } from "./servers.ts";
import { StateBadge } from "./StateBadge.tsx";
import { transportText } from "./transport.ts";
import styles from "./Servers.module.css";

/** One server in short: state and since when, tools, how it is reached, the last error with its button. */
export const ServerCard = ({
  server,
  isCurrent,
}: {
  readonly server: ServerInfo;
  readonly isCurrent: boolean;
}) => {
  const { t } = useTranslation("servers");
  return (
    <li className={styles["card"]}>
      <button
        type="button"
        className={styles["cardOpen"]}
        onClick={() => selectServer(server.serverId)}
        {...rowProps(isCurrent)}
      >
        <span className={styles["cardTop"]}>
          <span className={styles["cardName"]}>{server.name}</span>
          {server.isBundled && <Badge>{t("bundled")}</Badge>}
        </span>
        <span className={styles["cardTransport"]}>
          <CodeText text={transportText(server.transport)} />
        </span>
        <span className={styles["cardFacts"]}>
          <StateBadge state={server.state} />
          <span>
            <TimeAgo at={server.stateAt} />
          </span>
          {server.state === "ready" && <span>{t("toolCount", { count: server.tools.length })}</span>}
        </span>
      </button>
      {server.lastError !== undefined && server.state !== "ready" && (
        <p className={styles["cardError"]}>{failureText(server.lastError, t)}</p>
      )}
      <div className={styles["cardActions"]}>
        <ServerSwitch server={server} />
      </div>
    </li>
  );
};
