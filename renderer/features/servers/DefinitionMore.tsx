import { useTranslation } from "react-i18next";
import type { ServerDefinition } from "../../../shared/contract/index.ts";
import { Duration } from "../../design/index.ts";
import { ExactText } from "./ExactText.tsx";
import styles from "./Servers.module.css";

/** What {@link TransportSummary} does not show of a definition: how it signs in, and how long a call may take. */
export const DefinitionMore = ({
  definition: { transport, callTimeoutMs },
}: {
  readonly definition: ServerDefinition;
}) => {
  const { t } = useTranslation(["addServers", "servers"]);
  const oauth = transport.kind === "http" ? transport.oauth : undefined;
  const rows = [
    [t("consent.grant"), oauth === undefined ? undefined : t(`servers:form.grants.${oauth.grant}`)],
    [t("consent.client"), oauth?.clientId],
    [t("consent.scope"), oauth?.scope],
    [t("consent.issuer"), oauth?.issuer],
    [t("consent.tokenEndpoint"), oauth?.idp?.tokenEndpoint],
    [t("consent.idpClient"), oauth?.idp?.clientId],
    [t("consent.metadata"), oauth?.clientMetadataUrl],
    [t("consent.algorithm"), oauth?.algorithm],
    [t("consent.secrets"), oauth?.secrets === undefined ? undefined : Object.keys(oauth.secrets).join(", ")],
  ] as const;
  return (
    <>
      {rows.map(
        ([label, text]) =>
          text !== undefined && (
            <div key={label} className={styles["factRow"]}>
              <span className={styles["quiet"]}>{label}</span>
              <ExactText text={text} />
            </div>
          ),
      )}
      {callTimeoutMs !== undefined && (
        <div className={styles["factRow"]}>
          <span className={styles["quiet"]}>{t("consent.timeLimit")}</span>
          <Duration ms={callTimeoutMs} />
        </div>
      )}
    </>
  );
};
