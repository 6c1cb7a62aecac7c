import { Search } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SessionId, Severity } from "../../../shared/contract/index.ts";
import { useActions, type Action } from "../../actions/index.ts";
import { Select, TextField } from "../../design/index.ts";
import { useSessions } from "../sessions/index.ts";
import { auditStore, useAudit } from "./audit.ts";
import { familyNames, type Family } from "./families.ts";
import styles from "./Audit.module.css";

const ALL = "all";
const HOUR_MS = 3_600_000;
const times = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;
type Time = keyof typeof times;
const severities: readonly Severity[] = ["L1", "L2", "L3", "L4"];

/** How long after the last key a text filter asks the host. */
const TYPING_MS = 200;

/** A text field's own state that reaches the filter once the typing pauses, and never in the middle of a composition. */
const useTypedFilter = (field: "text" | "tool") => {
  const wanted = useAudit((view) => view.filter[field]);
  const [typed, setTyped] = useState<string>();
  const isComposing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (value: string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      auditStore.setFilter({ [field]: value });
      setTyped(undefined);
    }, TYPING_MS);
  };
  return {
    value: typed ?? wanted,
    onChange: (event: { target: { value: string } }) => {
      setTyped(event.target.value);
      if (!isComposing.current) send(event.target.value);
    },
    onCompositionStart: () => {
      isComposing.current = true;
    },
    onCompositionEnd: (event: { currentTarget: { value: string } }) => {
      isComposing.current = false;
      send(event.currentTarget.value);
    },
  };
};

/** Search and filters of the audit table. */
export const AuditFilters = () => {
  const { t } = useTranslation("audit");
  const filter = useAudit((view) => view.filter);
  const sessions = useSessions((view) => view.items);
  const search = useRef<HTMLInputElement>(null);
  const text = useTypedFilter("text");
  const tool = useTypedFilter("tool");
  useActions(
    useMemo<readonly Action[]>(
      () => [
        {
          id: "audit.search",
          title: t("filter.search"),
          section: "audit",
          keys: ["/"],
          run: () => search.current?.focus(),
        },
      ],
      [t],
    ),
  );
  const time = (Object.keys(times) as Time[]).find((name) => times[name] === filter.withinMs);
  return (
    <div className={styles["filters"]} role="search">
      <div className={styles["search"]}>
        <TextField
          ref={search}
          label={t("filter.search")}
          isLabelHidden
          placeholder={t("filter.searchPlaceholder")}
          icon={<Search size={14} aria-hidden />}
          {...text}
        />
      </div>
      <Select<SessionId | typeof ALL>
        label={t("filter.session")}
        isLabelHidden
        value={filter.sessionId ?? ALL}
        onChange={(value) => auditStore.setFilter({ sessionId: value === ALL ? undefined : value })}
        options={[
          { value: ALL, label: t("filter.allSessions") },
          { value: "system" as SessionId, label: t("filter.system") },
          ...sessions.map((one) => ({
            value: one.sessionId,
            label: one.title === "" ? t("untitled") : one.title,
          })),
        ]}
      />
      <Select<Family | typeof ALL>
        label={t("filter.family")}
        isLabelHidden
        value={filter.family ?? ALL}
        onChange={(value) => auditStore.setFilter({ family: value === ALL ? undefined : value })}
        options={[
          { value: ALL, label: t("filter.allFamilies") },
          ...familyNames.map((name) => ({ value: name, label: t(`family.${name}`) })),
        ]}
      />
      <Select<Severity | typeof ALL>
        label={t("filter.severity")}
        isLabelHidden
        value={filter.severity ?? ALL}
        onChange={(value) => auditStore.setFilter({ severity: value === ALL ? undefined : value })}
        options={[
          { value: ALL, label: t("filter.allSeverities") },
          ...severities.map((level) => ({ value: level, label: t(`filter.level.${level}`) })),
        ]}
      />
      <Select<Time | typeof ALL>
        label={t("filter.time")}
        isLabelHidden
        value={time ?? ALL}
        onChange={(value) => auditStore.setFilter({ withinMs: value === ALL ? undefined : times[value] })}
        options={[
          { value: ALL, label: t("filter.anyTime") },
          { value: "hour", label: t("filter.hour") },
          { value: "day", label: t("filter.day") },
          { value: "week", label: t("filter.week") },
        ]}
      />
      <TextField label={t("filter.tool")} isLabelHidden isMono placeholder={t("filter.tool")} {...tool} />
    </div>
  );
};
