import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ServerInfo } from "../../../shared/contract/index.ts";
import { CodeText, TimeAgo } from "../../design/index.ts";
import { TransportSummary } from "./TransportSummary.tsx";
import styles from "./Servers.module.css";

const Row = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd className="selectable">{children}</dd>
  </>
);

/** What is known of a server and how it is started. */
export const ServerOverview = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("servers");
  return (
    <div className={styles["overview"]}>
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
          <Row name={t("overview.trust")}>
            {t(server.isTrusted ? "overview.trusted" : "overview.untrusted")}
          </Row>
        </dl>
      </section>
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
