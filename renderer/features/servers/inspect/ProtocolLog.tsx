import { ArrowLeftRight } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ServerId } from "../../../../shared/contract/index.ts";
import { CopyButton, EmptyState, ErrorState, Select, Skeleton, TextField } from "../../../design/index.ts";
import { filterProtocol, type ProtocolFilter } from "./filterProtocol.ts";
import { ProtocolRow } from "./ProtocolRow.tsx";
import { useProtocol } from "./useProtocol.ts";
import styles from "./inspect.module.css";

const SHOWN = 200;
const ALL = "*";

/** The messages between host and server, newest first, live while it is open. */
export const ProtocolLog = ({ serverId }: { readonly serverId: ServerId }) => {
  const { t } = useTranslation("serverInspect");
  const protocol = useProtocol(serverId);
  const [filter, setFilter] = useState<ProtocolFilter>({ direction: "both", method: "", text: "" });
  const entries = protocol?.entries;
  const found = useMemo(() => filterProtocol(entries ?? [], filter).toReversed(), [entries, filter]);
  if (protocol === undefined || entries === undefined) return <Skeleton rows={6} />;
  if (protocol.error !== undefined)
    return <ErrorState title={t("protocol.failed")} failure={protocol.error} />;
  if (entries.length === 0)
    return (
      <EmptyState
        icon={<ArrowLeftRight size={16} aria-hidden />}
        title={t("protocol.empty")}
        text={t("protocol.emptyText")}
      />
    );
  const methods = [...new Set(entries.map(({ method }) => method))].filter((method) => method !== "").sort();
  return (
    <div className={styles["protocol"]}>
      <div className={styles["filters"]}>
        <Select
          label={t("protocol.direction")}
          value={filter.direction}
          options={(["both", "out", "in"] as const).map((value) => ({
            value,
            label: t(`protocol.${value}`),
          }))}
          onChange={(direction) => setFilter({ ...filter, direction })}
        />
        <Select
          label={t("protocol.method")}
          value={filter.method === "" ? ALL : filter.method}
          options={[
            { value: ALL, label: t("protocol.allMethods") },
            ...methods.map((value) => ({ value, label: value })),
          ]}
          onChange={(method) => setFilter({ ...filter, method: method === ALL ? "" : method })}
        />
        <TextField
          label={t("protocol.text")}
          value={filter.text}
          onChange={(event) => setFilter({ ...filter, text: event.target.value })}
        />
        <span className={styles["quiet"]}>
          {t("protocol.count", { shown: Math.min(found.length, SHOWN), count: entries.length })}
        </span>
        <CopyButton text={() => found.map(({ text }) => text).join("\n")} label={t("protocol.copyAll")} />
      </div>
      <p className={styles["quiet"]}>{t("protocol.hint")}</p>
      <ol className={styles["messages"]} aria-label={t("protocol.title")}>
        {found.slice(0, SHOWN).map((entry) => (
          <ProtocolRow key={entry.seq} serverId={serverId} entry={entry} />
        ))}
      </ol>
    </div>
  );
};
