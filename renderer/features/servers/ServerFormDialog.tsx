import { FolderOpen, Plus, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, Checkbox, Dialog, ErrorState, IconButton, TextArea, TextField } from "../../design/index.ts";
import { startServer } from "./actions.ts";
import { CommandSummary } from "./CommandSummary.tsx";
import { definitionOf, emptyFields, fieldErrors, fieldsOf, type ServerFields } from "./definition.ts";
import { refreshServers, selectServer, serversStore, useServersPage, type ServerForm } from "./servers.ts";
import styles from "./Servers.module.css";

const close = (): void => useServersPage.setState({ form: undefined });

const firstFields = (form: ServerForm): ServerFields => {
  if (form.kind === "add") return emptyFields;
  const server = serversStore.getState().items.find((item) => item.serverId === form.serverId);
  return server === undefined ? emptyFields : fieldsOf(server);
};

interface PartProps {
  readonly fields: ServerFields;
  readonly set: (change: Partial<ServerFields>) => void;
}

const EnvFields = ({ fields, set, error }: PartProps & { readonly error: string | undefined }) => {
  const { t } = useTranslation("servers");
  const change = (at: number, pair: Partial<{ name: string; value: string }>): void =>
    set({ env: fields.env.map((one, index) => (index === at ? { ...one, ...pair } : one)) });
  return (
    <fieldset className={styles["env"]}>
      <legend>{t("form.env")}</legend>
      {fields.env.map((pair, at) => (
        <div key={at} className={styles["envRow"]}>
          <TextField
            label={t("form.envName")}
            isLabelHidden
            isMono
            placeholder={t("form.envName")}
            value={pair.name}
            onChange={(event) => change(at, { name: event.target.value })}
          />
          <TextField
            label={t("form.envValue")}
            isLabelHidden
            isMono
            type="password"
            placeholder={t("form.envValue")}
            value={pair.value}
            onChange={(event) => change(at, { value: event.target.value })}
          />
          <IconButton
            label={t("form.envRemove")}
            icon={<X size={14} aria-hidden />}
            onClick={() => set({ env: fields.env.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
      {error !== undefined && <p className={styles["problem"]}>{error}</p>}
      <div className={styles["envFoot"]}>
        <Button
          size="small"
          kind="quiet"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => set({ env: [...fields.env, { name: "", value: "" }] })}
        >
          {t("form.envAdd")}
        </Button>
        <span className={styles["quiet"]}>{t("form.envHint")}</span>
      </div>
    </fieldset>
  );
};

const Folder = ({ fields, set }: PartProps) => {
  const { t } = useTranslation("servers");
  const choose = (): void => {
    bridge
      .request("app.chooseFolder", {})
      .then((answer) => {
        if (answer.ok && answer.value !== null) set({ cwd: answer.value.path });
      })
      .catch((cause: unknown) => console.error("choosing a folder failed", cause));
  };
  return (
    <div className={styles["folderRow"]}>
      <TextField
        label={t("form.cwd")}
        isMono
        value={fields.cwd}
        placeholder={t("form.cwdPlaceholder")}
        onChange={(event) => set({ cwd: event.target.value })}
      />
      <Button icon={<FolderOpen size={14} aria-hidden />} onClick={choose}>
        {t("form.choose")}
      </Button>
    </div>
  );
};

/** Adds a server by form, or changes one. Below stands what would run, exactly; saving a new one starts it. */
export const ServerFormDialog = ({ form }: { readonly form: ServerForm }) => {
  const { t } = useTranslation("servers");
  const [fields, setFields] = useState(() => firstFields(form));
  const [isTried, setIsTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const set = (change: Partial<ServerFields>): void => setFields((was) => ({ ...was, ...change }));
  const errors = fieldErrors(fields);
  const shown = (field: keyof typeof errors): string | undefined => {
    const problem = isTried ? errors[field] : undefined;
    return problem === undefined ? undefined : t(`form.problem.${problem}`);
  };
  const definition = definitionOf(fields);
  const save = async (): Promise<void> => {
    setIsTried(true);
    if (Object.keys(errors).length > 0) return;
    setIsBusy(true);
    if (form.kind === "edit") {
      const answer = await bridge.request("server.update", { serverId: form.serverId, definition });
      setIsBusy(false);
      if (!answer.ok) setFailure(answer.error);
      else close();
      return;
    }
    const answer = await bridge.request("server.add", definition);
    setIsBusy(false);
    if (!answer.ok) {
      setFailure(answer.error);
      return;
    }
    close();
    await refreshServers();
    selectServer(answer.value.serverId);
    // The command stood in full in this dialog: saving was the consent to its first start.
    await startServer(answer.value.serverId);
  };
  return (
    <Dialog
      isOpen
      size="large"
      onClose={close}
      title={t(form.kind === "add" ? "form.addTitle" : "form.editTitle")}
      footer={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button kind="primary" type="submit" form="server-form" isBusy={isBusy}>
            {t(form.kind === "add" ? "form.addSubmit" : "form.editSubmit")}
          </Button>
        </>
      }
    >
      <form
        id="server-form"
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          save().catch((cause: unknown) => console.error("saving the server failed", cause));
        }}
      >
        {failure !== undefined && <ErrorState layout="inline" title={t("form.failed")} failure={failure} />}
        <div className={styles["formColumns"]}>
          <TextField
            label={t("form.name")}
            value={fields.name}
            error={shown("name")}
            maxLength={60}
            autoFocus
            onChange={(event) => set({ name: event.target.value })}
          />
          <TextField
            label={t("form.command")}
            isMono
            placeholder="npx"
            value={fields.command}
            error={shown("command")}
            onChange={(event) => set({ command: event.target.value })}
          />
        </div>
        <TextArea
          label={t("form.args")}
          hint={t("form.argsHint")}
          isMono
          rows={4}
          value={fields.argsText}
          onChange={(event) => set({ argsText: event.target.value })}
        />
        <EnvFields fields={fields} set={set} error={shown("env")} />
        <Folder fields={fields} set={set} />
        <Checkbox
          label={t("form.trust")}
          hint={t("form.trustHint")}
          isChecked={fields.isTrusted}
          onChange={(isTrusted) => set({ isTrusted })}
        />
        <section className={styles["preview"]} aria-label={t("form.preview")}>
          <h3>{t("form.preview")}</h3>
          {definition.transport.kind === "stdio" && definition.transport.command !== "" ? (
            <CommandSummary
              command={definition.transport.command}
              args={definition.transport.args ?? []}
              envNames={Object.keys(definition.transport.env ?? {})}
              cwd={definition.transport.cwd}
            />
          ) : (
            <p className={styles["quiet"]}>{t("form.previewEmpty")}</p>
          )}
        </section>
      </form>
    </Dialog>
  );
};
