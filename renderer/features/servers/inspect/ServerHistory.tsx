import { useTranslation } from "react-i18next";
import type { ServerInfo } from "../../../../shared/contract/index.ts";
import { failureText, formatClock } from "../../../format/index.ts";
import { revealAsText } from "../../reveal/index.ts";
import { useAnswer } from "../../timeline/index.ts";
import styles from "./inspect.module.css";

/** What a server went through since the app started, newest first, each state with its cause. */
export const ServerHistory = ({ server }: { readonly server: ServerInfo }) => {
  const { t, i18n } = useTranslation(["serverInspect", "servers"]);
  const asked = useAnswer(
    "server.history",
    { serverId: server.serverId },
    `${server.state} ${server.stateAt}`,
  );
  if (asked.status !== "ready" || asked.value.length === 0) return null;
  return (
    <section>
      <h2>{t("history.title")}</h2>
      <ol className={styles["history"]}>
        {asked.value.toReversed().map(({ state, at, cause, error }, index) => (
          <li key={asked.value.length - index}>
            <span className={styles["time"]}>{formatClock(at, i18n.language)}</span>
            <span className={styles["cause"]}>
              {t(`servers:state.${state}`)} · {t(`history.cause.${cause}`)}
              {error !== undefined && <> {revealAsText(failureText(error, t))}</>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
};
