import { Plus, Search } from "lucide-react";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { moveInRows, useActions, type Action } from "../../actions/index.ts";
import { Button, ErrorState, IconButton, Skeleton, TextField } from "../../design/index.ts";
import { useSelection } from "../session/index.ts";
import { filterSessions, groupByDay } from "./look.ts";
import { SessionRow } from "./SessionRow.tsx";
import { moreSessions, refreshSessions, startCreating, useSessions } from "./sessions.ts";
import styles from "./SessionList.module.css";

const settled = (work: Promise<void>): void => {
  work.catch((cause: unknown) => console.error("reading sessions failed", cause));
};

/** All sessions by day, with a filter; a click or Enter opens one. */
export const SessionList = () => {
  const { t } = useTranslation("sessions");
  const { status, items, nextCursor, error } = useSessions((view) => view);
  const selected = useSelection((selection) => selection.sessionId);
  const [text, setText] = useState("");
  const filter = useRef<HTMLInputElement>(null);
  const wanted = useDeferredValue(text);
  const shown = useMemo(() => filterSessions(items, wanted), [items, wanted]);
  const [now] = useState(Date.now);
  const groups = useMemo(() => groupByDay(shown, Math.max(now, shown[0]?.updatedAt ?? 0)), [shown, now]);
  const showsFolder = useMemo(() => new Set(items.map((item) => item.workspaceId)).size > 1, [items]);
  const current = shown.some((item) => item.sessionId === selected) ? selected : shown[0]?.sessionId;
  useActions(
    useMemo<readonly Action[]>(
      () => [
        {
          id: "sessions.filter",
          title: t("actions.filter"),
          section: "session",
          keys: ["/"],
          run: () => filter.current?.focus(),
        },
      ],
      [t],
    ),
  );
  return (
    <section className={styles["panel"]} aria-label={t("title")}>
      <header className={styles["header"]}>
        <h2>{t("title")}</h2>
        <IconButton
          label={t("new")}
          keys="mod+n"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => startCreating()}
        />
      </header>
      {items.length > 0 && (
        <div className={styles["filter"]}>
          <TextField
            ref={filter}
            label={t("filter")}
            isLabelHidden
            placeholder={t("filter")}
            icon={<Search size={14} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape" && !event.nativeEvent.isComposing) {
                setText("");
                event.currentTarget.blur();
              }
            }}
          />
        </div>
      )}
      <div className={styles["scroll"]}>
        {error !== undefined && (
          <div className={styles["inset"]}>
            <ErrorState
              layout="inline"
              title={t("failed")}
              failure={error}
              action={
                <Button size="small" onClick={() => settled(refreshSessions())}>
                  {t("retry")}
                </Button>
              }
            />
          </div>
        )}
        {status === "loading" && <Skeleton rows={5} />}
        {status === "ready" && items.length === 0 && <p className={styles["none"]}>{t("empty.title")}</p>}
        {items.length > 0 && shown.length === 0 && <p className={styles["none"]}>{t("noneFound")}</p>}
        <div onKeyDown={moveInRows}>
          {groups.map((group) => (
            <section key={group.day} aria-label={t(`day.${group.day}`)}>
              <h3 className={styles["day"]}>{t(`day.${group.day}`)}</h3>
              <ul>
                {group.items.map((item) => (
                  <SessionRow
                    key={item.sessionId}
                    session={item}
                    isSelected={item.sessionId === selected}
                    isCurrent={item.sessionId === current}
                    showsFolder={showsFolder}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
        {nextCursor !== undefined && (
          <div className={styles["inset"]}>
            <Button kind="quiet" size="small" onClick={() => settled(moreSessions())}>
              {t("more")}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
};
