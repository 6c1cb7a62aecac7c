import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ServerInfo } from "../../../shared/contract/index.ts";
import { Badge, CodeText, TimeAgo } from "../../design/index.ts";
import { revealAsText } from "../reveal/index.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { ExportDefinition } from "./ExportDefinition.tsx";
import { ServerHistory } from "./inspect/ServerHistory.tsx";
import { ServerUsage } from "./inspect/ServerUsage.tsx";
import { SignInSteps } from "./signIn/SignInSteps.tsx";
import { TransportSummary } from "./TransportSummary.tsx";
import styles from "./Servers.module.css";

const Row = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd className="selectable">{children}</dd>
  </>
);

const Capabilities = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("servers");
  const all = capabilitiesOf(server.capabilities);
  return (
    <Row name={t("overview.capabilities")}>
      {all.length === 0 ? (
        <span className={styles["quiet"]}>{t("overview.noCapabilities")}</span>
      ) : (
        <ul className={styles["capabilities"]}>
          {all.map(({ name, details }) => (
            <li key={name}>
              <Badge>{revealAsText([name, ...details].join(" · "))}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Row>
  );
};

/** What is known of a server and how it is started. */
export const ServerOverview = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation(["servers", "addServers"]);
  const isSignedIn = server.signIn?.state === "done";
  return (
    <div className={styles["overview"]}>
      {!isSignedIn && <SignInSteps server={server} />}
      <section>
        <h2>{t("overview.how")}</h2>
        <TransportSummary transport={server.transport} />
      </section>
      <section>
        <h2>{t("overview.facts")}</h2>
        <dl className={styles["summary"]}>
          {server.startedAt !== undefined && (
            <Row name={t("overview.started")}>
              <TimeAgo at={server.startedAt} />
            </Row>
          )}
          {server.pid !== undefined && <Row name={t("overview.pid")}>{server.pid}</Row>}
          {server.protocolVersion !== undefined && (
            <Row name={t("overview.protocol")}>{server.protocolVersion}</Row>
          )}
          {server.serverVersion !== undefined && (
            <Row name={t("overview.version")}>{server.serverVersion}</Row>
          )}
          <Row name={t("overview.restarts")}>{server.restarts}</Row>
          {!server.isBundled && (
            <Row name={t("overview.origin")}>
              {t(`addServers:origin.${server.origin?.kind ?? "form"}`)}
              {server.origin?.from !== undefined && (
                <>
                  {" "}
                  <CodeText text={server.origin.from} />
                </>
              )}
            </Row>
          )}
          <Row name={t("overview.trust")}>
            {t(server.isTrusted ? "overview.trusted" : "overview.untrusted")}
          </Row>
          {!server.isBundled && (
            <Row name={t("overview.roots")}>
              {t(server.sharesRoots === true ? "overview.rootsShared" : "overview.rootsNotShared")}
            </Row>
          )}
          {server.state === "ready" && <Capabilities server={server} />}
        </dl>
      </section>
      <ServerUsage server={server} />
      <ServerHistory server={server} />
      {!server.isBundled && <ExportDefinition key={server.serverId} serverId={server.serverId} />}
      {isSignedIn && <SignInSteps server={server} />}
      {server.instructions !== undefined && server.instructions !== "" && (
        <section>
          <h2>{t("overview.instructions")}</h2>
          <p className={styles["quiet"]}>{t("overview.instructionsText")}</p>
          <div className={styles["code"]}>
            <CodeText layout="block" isWrapped text={server.instructions} />
          </div>
        </section>
      )}
    </div>
  );
};
