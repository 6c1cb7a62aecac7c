import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ServerInfo } from "../../../shared/contract/index.ts";
import { rowProps } from "../../actions/index.ts";
import { Badge, CodeText, TimeAgo } from "../../design/index.ts";
import { failureText } from "../../format/index.ts";
import { revealAsText } from "../reveal/index.ts";
import { useAskCount } from "../serverAsks/index.ts";
import { ChangedBadge, ConsentBadge } from "./ConsentNote.tsx";
import { ServerSwitch } from "./ServerSwitch.tsx";
import { hasFocus, selectServer, useServersPage, useSignInFailure } from "./servers.ts";
import { SignInBadge, SignInButton } from "./signIn/SignInButton.tsx";
import { wantsSignIn } from "./signIn/steps.ts";
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
  const { t } = useTranslation(["servers", "serverAsks"]);
  const asked = useAskCount(server.serverId);
  const signInFailure = useSignInFailure(server.serverId);
  const open = useRef<HTMLButtonElement>(null);
  const isLeft = useServersPage((page) => page.left === server.serverId);
  useEffect(() => {
    if (isLeft && !hasFocus()) open.current?.focus({ preventScroll: true });
  }, [isLeft]);
  const failure = signInFailure ?? (server.state === "ready" ? undefined : server.lastError);
  return (
    <li className={styles["card"]}>
      <button
        ref={open}
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
          <ConsentBadge server={server} />
          <ChangedBadge server={server} />
          <SignInBadge server={server} />
          {asked > 0 && <Badge tone="warn">{t("serverAsks:waiting", { count: asked })}</Badge>}
          <span>
            <TimeAgo at={server.stateAt} />
          </span>
          {server.state === "ready" && <span>{t("toolCount", { count: server.tools.length })}</span>}
        </span>
      </button>
      {failure !== undefined && (
        <p className={styles["cardError"]}>{revealAsText(failureText(failure, t))}</p>
      )}
      <div className={styles["cardActions"]}>
        {wantsSignIn(server) && <SignInButton server={server} />}
        <ServerSwitch server={server} />
      </div>
    </li>
  );
};
