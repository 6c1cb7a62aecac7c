import { ChevronDown, Cpu, Folder, ShieldHalf, Square } from "lucide-react";
import { useEffect, useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PolicyMode, SessionId } from "../../shared/contract/index.ts";
import type { SessionState } from "../../shared/session/index.ts";
import { useActions, type Action } from "../actions/index.ts";
import { bridge } from "../bridge/index.ts";
import { Badge, Button, Menu, type MenuProps } from "../design/index.ts";
import { useModels } from "../features/models/index.ts";
import { useSessionSelector } from "../features/session/index.ts";
import { startCreating, startRenaming } from "../features/sessions/index.ts";
import { openWorkspaceServers } from "../features/workspaceServers/index.ts";
import { setAutoApply, useWorkspace } from "../features/workspaces/index.ts";
import { baseName } from "../format/index.ts";
import { stopSession } from "./stop.ts";
import styles from "./TitleBar.module.css";
import { UsageText } from "./UsageText.tsx";

const modes: readonly PolicyMode[] = ["default", "ask", "autoEdit", "plan"];

const update = (
  sessionId: SessionId,
  change: { policyMode: PolicyMode } | { modelId: SessionState["modelId"] },
): void => {
  bridge
    .request("session.update", { sessionId, ...change })
    .catch((cause: unknown) => console.error("session.update failed", cause));
};

/** Whether edits of the session's folder apply by themselves; what can be done about the folder stands in the palette too. */
const useFolderActions = (session: SessionState) => {
  const { t } = useTranslation("frame");
  const { workspaceId } = session;
  const isOn = useWorkspace(workspaceId)?.autoApplyEdits === true;
  const actions = useMemo(
    (): readonly Action[] => [
      {
        id: "workspace.autoApply",
        title: t(isOn ? "menu.autoApplyTurnOff" : "menu.autoApplyTurnOn"),
        section: "session",
        run: () => setAutoApply(workspaceId, !isOn),
      },
      {
        id: "workspace.servers",
        title: t("menu.folderServers"),
        section: "session",
        run: () => openWorkspaceServers(workspaceId),
      },
    ],
    [isOn, workspaceId, t],
  );
  useActions(actions);
  return isOn;
};

const WorkspaceMenu = ({ session }: { readonly session: SessionState }) => {
  const { t } = useTranslation("frame");
  const isOn = useFolderActions(session);
  return (
    <>
      <Menu
        title={session.workspacePath}
        trigger={
          <Button
            kind="quiet"
            className={styles["workspace"]}
            icon={<Folder size={16} aria-hidden />}
            title={session.workspacePath}
          >
            {baseName(session.workspacePath)}
          </Button>
        }
        groups={[
          [
            { id: "new", label: t("menu.newHere"), onSelect: () => startCreating(session.workspacePath) },
            {
              id: "copy",
              label: t("menu.copyPath"),
              onSelect: () => {
                navigator.clipboard
                  .writeText(session.workspacePath)
                  .catch((cause: unknown) => console.error("copy failed", cause));
              },
            },
          ],
          [
            {
              id: "autoApply",
              label: t("menu.autoApply"),
              detail: t(isOn ? "menu.autoApplyOn" : "menu.autoApplyOff"),
              isChecked: isOn,
              onSelect: () => setAutoApply(session.workspaceId, !isOn),
            },
            {
              id: "folderServers",
              label: t("menu.folderServers"),
              detail: t("menu.folderServersText"),
              onSelect: () => openWorkspaceServers(session.workspaceId),
            },
          ],
        ]}
      />
      {isOn && (
        <span className={styles["demo"]}>
          <Badge tone="info" title={t("menu.autoApplyOn")}>
            {t("menu.autoApplyBadge")}
          </Badge>
        </span>
      )}
    </>
  );
};

interface ChoiceMenuProps extends Pick<MenuProps, "title" | "groups"> {
  readonly place: "model" | "mode";
  readonly icon: ReactNode;
  /** Says what is chosen and of what. */
  readonly label: string;
  /** What is chosen now. */
  readonly name: string;
}

const ChoiceMenu = ({ place, icon, label, name, ...menu }: ChoiceMenuProps) => (
  <Menu
    align="end"
    trigger={
      <Button kind="quiet" className={styles[place]} icon={icon} aria-label={label}>
        <span className={styles["withChevron"]}>
          {name}
          <ChevronDown size={14} aria-hidden />
        </span>
      </Button>
    }
    {...menu}
  />
);

const ModelMenu = ({ session }: { readonly session: SessionState }) => {
  const { t } = useTranslation("frame");
  const models = useModels((view) => view.items);
  const isDemo = models.some((model) => model.modelId === session.modelId && model.isDemo);
  const name = isDemo ? t("models:demo") : session.modelName;
  return (
    <ChoiceMenu
      place="model"
      title={t("menu.model")}
      icon={<Cpu size={16} aria-hidden />}
      label={t("menu.modelIs", { name })}
      name={name}
      groups={[
        models.map((model) => ({
          id: model.modelId,
          label: model.isDemo ? t("models:demo") : model.name,
          detail: model.isDemo ? t("menu.demo") : model.model,
          isChecked: model.modelId === session.modelId,
          onSelect: () => update(session.sessionId, { modelId: model.modelId }),
        })),
      ]}
    />
  );
};

const ModeMenu = ({ session }: { readonly session: SessionState }) => {
  const { t } = useTranslation("sessions");
  const name = t(`mode.${session.policyMode}.name`);
  return (
    <ChoiceMenu
      place="mode"
      title={t("create.mode")}
      icon={<ShieldHalf size={16} aria-hidden />}
      label={t("modeIs", { name })}
      name={name}
      groups={[
        modes.map((mode) => ({
          id: mode,
          label: t(`mode.${mode}.name`),
          detail: t(`mode.${mode}.text`),
          isChecked: mode === session.policyMode,
          onSelect: () => update(session.sessionId, { policyMode: mode }),
        })),
      ]}
    />
  );
};

/** The session in the title bar: folder, title, model, how decisions are made, what it used, and its stop. */
export const SessionTitle = ({ sessionId }: { readonly sessionId: SessionId }) => {
  const { t } = useTranslation("frame");
  const session = useSessionSelector(sessionId, (state) => state);
  const title = session === undefined ? "" : session.title === "" ? t("untitled") : session.title;
  useEffect(() => {
    document.title = title === "" ? "Loopwright" : `${title} – Loopwright`;
  }, [title]);
  if (session === undefined) return <span className={styles["name"]}>{t("place.chat")}</span>;
  const isOn = session.state === "running" || session.state === "waiting";
  return (
    <>
      <WorkspaceMenu session={session} />
      <h1 className={styles["title"]}>
        <button type="button" title={t("menu.rename")} onClick={() => startRenaming(sessionId)}>
          {title}
        </button>
      </h1>
      {session.isDemo && (
        <span className={styles["demo"]}>
          <Badge tone="info">{t("menu.demoBadge")}</Badge>
        </span>
      )}
      <span className={styles["spring"]} />
      <ModelMenu session={session} />
      <ModeMenu session={session} />
      <UsageText session={session} />
      {isOn && (
        <Button size="small" icon={<Square size={12} aria-hidden />} onClick={() => stopSession(sessionId)}>
          {t("stop")}
        </Button>
      )}
    </>
  );
};
