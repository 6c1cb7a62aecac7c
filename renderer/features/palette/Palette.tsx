import { Command } from "cmdk";
import { Dialog as Radix } from "radix-ui";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useAllActions, type Action, type ActionSection } from "../../actions/index.ts";
import { Kbd, StateIcon, useReturnFocus } from "../../design/index.ts";
import { openSession } from "../../navigation/index.ts";
import { sessionState, useSessions } from "../sessions/index.ts";
import { closePalette } from "./palette.ts";
import styles from "./Palette.module.css";

const SHOWN_SESSIONS = 50;
/** Approvals stand lower down: what Enter does right after opening must be harmless. */
const order: readonly ActionSection[] = [
  "session",
  "go",
  "approval",
  "view",
  "servers",
  "models",
  "audit",
  "app",
];

const Actions = ({
  section,
  actions,
}: {
  readonly section: ActionSection;
  readonly actions: readonly Action[];
}) => {
  const { t } = useTranslation("palette");
  if (actions.length === 0) return null;
  return (
    <Command.Group heading={t(`section.${section}`)} className={styles["group"]}>
      {actions.map((action) => (
        <Command.Item
          key={action.id}
          value={action.id}
          keywords={[action.title, ...(action.words ?? [])]}
          className={styles["item"]}
          onSelect={() => {
            closePalette();
            action.run();
          }}
        >
          <span className={styles["label"]}>{action.title}</span>
          {action.keys?.[0] !== undefined && <Kbd keys={action.keys[0]} />}
        </Command.Item>
      ))}
    </Command.Group>
  );
};

/** Everything that can be done now, and every session, found by typing. */
export const Palette = () => {
  const { t } = useTranslation("palette");
  const giveFocusBack = useReturnFocus();
  const all = useAllActions();
  const sessions = useSessions((view) => view.items);
  const listed = useMemo(
    () => all.filter((action) => action.isUnlisted !== true && action.isEnabled !== false),
    [all],
  );
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : closePalette())}>
      <Radix.Portal>
        <Radix.Overlay className={styles["shade"]} />
        <Radix.Content
          className={styles["palette"]}
          aria-describedby={undefined}
          onCloseAutoFocus={giveFocusBack}
        >
          <Radix.Title className="visually-hidden">{t("title")}</Radix.Title>
          <Command label={t("title")} loop>
            <Command.Input placeholder={t("placeholder")} className={styles["input"]} autoFocus />
            <Command.List className={styles["list"]} label={t("title")}>
              <Command.Empty className={styles["empty"]}>{t("empty")}</Command.Empty>
              {order.map((section) => (
                <Actions
                  key={section}
                  section={section}
                  actions={listed.filter((action) => action.section === section)}
                />
              ))}
              {sessions.length > 0 && (
                <Command.Group heading={t("sessions")} className={styles["group"]}>
                  {sessions.slice(0, SHOWN_SESSIONS).map((session) => (
                    <Command.Item
                      key={session.sessionId}
                      value={session.sessionId}
                      keywords={[session.title, session.workspacePath]}
                      className={styles["item"]}
                      onSelect={() => {
                        closePalette();
                        openSession(session.sessionId);
                      }}
                    >
                      <StateIcon state={sessionState(session)} isDecorative />
                      <span className={styles["label"]}>
                        {session.title === "" ? t("untitled") : session.title}
                      </span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};
