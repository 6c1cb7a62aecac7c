import { useTranslation } from "react-i18next";
import type { ServerTransport } from "../../../shared/contract/index.ts";
import { CodeText } from "../../design/index.ts";
import { CommandSummary } from "./CommandSummary.tsx";
import styles from "./Servers.module.css";

/** How a server is reached, whole: what would be started, or the address and the names of the headers sent there. */
export const TransportSummary = ({ transport }: { readonly transport: ServerTransport }) => {
  const { t } = useTranslation("servers");
  if (transport.kind === "stdio")
    return (
      <CommandSummary
        command={transport.command}
        args={transport.args ?? []}
        envNames={Object.keys(transport.env ?? {})}
        cwd={transport.cwd}
      />
    );
  if (transport.kind === "bundled")
    return (
      <dl className={styles["summary"]}>
        <dt>{t("overview.bundled")}</dt>
        <dd className="selectable">
          <CodeText text={transport.name} />
        </dd>
      </dl>
    );
  const headers = Object.keys(transport.headers ?? {});
  return (
    <dl className={styles["summary"]}>
      <dt>{t("overview.url")}</dt>
      <dd className="selectable">
        <CodeText text={transport.url} />
      </dd>
      <dt>{t("summary.headers")}</dt>
      <dd>
        {headers.length === 0 ? (
          <span className={styles["quiet"]}>{t("summary.noHeaders")}</span>
        ) : (
          <CodeText text={headers.join(", ")} />
        )}
      </dd>
    </dl>
  );
};
