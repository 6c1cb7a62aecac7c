import { useTranslation } from "react-i18next";
import type { ServerTransport } from "../../../shared/contract/index.ts";
import { CodeText, cx } from "../../design/index.ts";
import { CommandSummary } from "./CommandSummary.tsx";
import { ExactText } from "./ExactText.tsx";
import { isMarked, type Difference } from "./exact.ts";
import styles from "./Servers.module.css";

/** How a server is reached, whole: what would be started, or the address and the names of the headers sent there. */
export const TransportSummary = ({
  transport,
  marks,
}: {
  readonly transport: ServerTransport;
  /** What of it differs from what it is compared with. */
  readonly marks?: readonly Difference[] | undefined;
}) => {
  const { t } = useTranslation("servers");
  const marked = (part: Difference["part"]): string =>
    cx("selectable", isMarked(marks, part) && styles["marked"]);
  if (transport.kind === "stdio")
    return (
      <CommandSummary
        command={transport.command}
        args={transport.args ?? []}
        envNames={Object.keys(transport.env ?? {})}
        cwd={transport.cwd}
        marks={marks}
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
      <dd className={marked("url")}>
        <ExactText text={transport.url} />
      </dd>
      <dt>{t("summary.headers")}</dt>
      <dd className={marked("headers")}>
        {headers.length === 0 ? (
          <span className={styles["quiet"]}>{t("summary.noHeaders")}</span>
        ) : (
          <ExactText text={headers.join(", ")} />
        )}
      </dd>
    </dl>
  );
};
