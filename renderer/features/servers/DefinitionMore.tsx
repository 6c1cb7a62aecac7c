import { useTranslation } from "react-i18next";
import type { ServerDefinition } from "../../../shared/contract/index.ts";
import { CodeText, Duration } from "../../design/index.ts";
import styles from "./Servers.module.css";

/** What {@link TransportSummary} does not show of a definition: how it signs in, and how long a call may take. */
export const DefinitionMore = ({
  definition: { transport, callTimeoutMs },
}: {
  readonly definition: ServerDefinition;
}) => {
  const { t } = useTranslation("addServers");
  const oauth = transport.kind === "http" ? transport.oauth : undefined;
  const rows = [
    [t("consent.client"), oauth?.clientId],
    [t("consent.scope"), oauth?.scope],
    [t("consent.secrets"), oauth?.secrets === undefined ? undefined : Object.keys(oauth.secrets).join(", ")],
  ] as const;
  return (
    <>
      {rows.map(
        ([label, text]) =>
          text !== undefined && (
            <div key={label} className={styles["factRow"]}>
              <span className={styles["quiet"]}>{label}</span>
              <CodeText text={text} />
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
