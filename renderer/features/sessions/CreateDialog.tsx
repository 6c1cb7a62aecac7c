import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ModelId, PolicyMode, WorkspaceInfo } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, Dialog, ErrorState, Select, TextField } from "../../design/index.ts";
import { goTo, openSession } from "../../navigation/index.ts";
import { startAddingModel, useModels } from "../models/index.ts";
import { createSession, type WorkspaceChoice } from "./create.ts";
import { closeSessionDialogs, useSessionDialogs } from "./sessions.ts";
import { WorkspacePicker } from "./WorkspacePicker.tsx";
import styles from "./CreateDialog.module.css";

const modes: readonly PolicyMode[] = ["default", "ask", "autoEdit", "plan"];

const useWorkspaces = () => {
  const [workspaces, setWorkspaces] = useState<readonly WorkspaceInfo[]>();
  useEffect(() => {
    let isGone = false;
    bridge
      .request("workspace.list", {})
      .then((answer) => {
        if (!isGone) setWorkspaces(answer.ok ? answer.value : []);
      })
      .catch((cause: unknown) => console.error("workspace.list failed", cause));
    return () => {
      isGone = true;
    };
  }, []);
  return workspaces;
};

/** The choice the dialog starts with: the folder asked for, the one opened last, else the sample. */
const firstChoice = (path: string | undefined, workspaces: readonly WorkspaceInfo[]): WorkspaceChoice => {
  if (path !== undefined) return { kind: "folder", path };
  const recent = [...workspaces]
    .sort((a, b) => b.openedAt - a.openedAt)
    .find((one) => one.exists && !one.isSample);
  return recent === undefined ? { kind: "sample" } : { kind: "folder", path: recent.path };
};

const Form = ({
  workspaces,
  path,
}: {
  readonly workspaces: readonly WorkspaceInfo[];
  readonly path: string | undefined;
}) => {
  const { t } = useTranslation("sessions");
  const models = useModels((view) => view.items);
  const [workspace, setWorkspace] = useState(() => firstChoice(path, workspaces));
  const [chosenModel, setModel] = useState<ModelId>();
  const [mode, setMode] = useState<PolicyMode>();
  const [title, setTitle] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  const model =
    chosenModel ?? (models.find((one) => !one.isDemo && workspace.kind !== "sample") ?? models[0])?.modelId;
  const create = async (): Promise<void> => {
    if (model === undefined) return;
    setIsBusy(true);
    const made = await createSession(bridge, { workspace, modelId: model, title, policyMode: mode });
    setIsBusy(false);
    if (!made.ok) {
      setError(made.error);
      return;
    }
    closeSessionDialogs();
    openSession(made.value.sessionId);
  };
  const submit = (): void => {
    create().catch((cause: unknown) => console.error("creating a session failed", cause));
  };
  return (
    <Dialog
      isOpen
      onClose={closeSessionDialogs}
      title={t("create.title")}
      footer={
        <>
          <Button onClick={closeSessionDialogs}>{t("cancel")}</Button>
          <Button
            kind="primary"
            type="submit"
            form="create-session"
            isBusy={isBusy}
            disabled={model === undefined}
          >
            {t("create.submit")}
          </Button>
        </>
      }
    >
      <form
        id="create-session"
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {error !== undefined && <ErrorState layout="inline" title={t("create.failed")} failure={error} />}
        <WorkspacePicker workspaces={workspaces} value={workspace} onChange={setWorkspace} />
        {models.length === 0 ? (
          <div className={styles["noModel"]}>
            <span>{t("create.noModel")}</span>
            <Button
              size="small"
              onClick={() => {
                closeSessionDialogs();
                goTo("models");
                startAddingModel();
              }}
            >
              {t("create.addModel")}
            </Button>
          </div>
        ) : (
          <Select
            label={t("create.model")}
            value={model}
            onChange={setModel}
            options={models.map((one) => ({
              value: one.modelId,
              label: one.isDemo ? t("models:demo") : one.name,
              detail: one.isDemo
                ? t("create.demo")
                : [one.model, one.baseUrl].filter((part) => part !== undefined).join(" · "),
            }))}
          />
        )}
        <Select
          label={t("create.mode")}
          value={mode ?? "default"}
          onChange={setMode}
          options={modes.map((one) => ({
            value: one,
            label: t(`mode.${one}.name`),
            detail: t(`mode.${one}.text`),
          }))}
        />
        <TextField
          label={t("create.name")}
          hint={t("create.nameHint")}
          value={title}
          maxLength={300}
          onChange={(event) => setTitle(event.target.value)}
        />
      </form>
    </Dialog>
  );
};

/** Asks for folder, model and how decisions are made, then opens the new session. */
export const CreateDialog = () => {
  const path = useSessionDialogs((dialogs) => dialogs.workspacePath);
  const workspaces = useWorkspaces();
  return workspaces === undefined ? null : <Form workspaces={workspaces} path={path} />;
};
