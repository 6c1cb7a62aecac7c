import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ServerDefinition } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, Checkbox, Dialog, ErrorState, Select, TextField } from "../../design/index.ts";
import { openWay, WaysBar } from "../addWays/index.ts";
import { startServer } from "./actions.ts";
import { definitionOf, emptyFields, fieldErrors, fieldsOf, type ServerFields } from "./definition.ts";
import { refreshServers, selectServer, serversStore, useServersPage, type ServerForm } from "./servers.ts";
import { TransportFields } from "./TransportFields.tsx";
import { TransportSummary } from "./TransportSummary.tsx";
import styles from "./Servers.module.css";

const close = (): void => useServersPage.setState({ form: undefined });

const firstFields = (form: ServerForm): ServerFields => {
  if (form.kind === "add") return { ...emptyFields, ...form.fields };
  const server = serversStore.getState().items.find((item) => item.serverId === form.serverId);
  return server === undefined ? emptyFields : fieldsOf(server);
};

const isFilled = ({ transport }: ServerDefinition): boolean =>
  transport.kind === "stdio" ? transport.command !== "" : transport.kind === "http" && transport.url !== "";

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
      {form.kind === "add" && (
        <WaysBar
          current="form"
          onChoose={(way) => {
            close();
            if (way !== "form") openWay(way);
          }}
        />
      )}
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
            data-first-focus
            onChange={(event) => set({ name: event.target.value })}
          />
          <Select
            label={t("form.kind")}
            value={fields.kind}
            options={[
              { value: "stdio", label: t("form.kinds.stdio") },
              { value: "http", label: t("form.kinds.http") },
            ]}
            onChange={(kind) => set({ kind })}
          />
        </div>
        <TransportFields fields={fields} set={set} problemOf={shown} />
        <Checkbox
          label={t("form.trust")}
          hint={t(`form.trustHint.${fields.kind}`)}
          isChecked={fields.isTrusted}
          onChange={(isTrusted) => set({ isTrusted })}
        />
        <Checkbox
          label={t("form.roots")}
          hint={t("form.rootsHint")}
          isChecked={fields.sharesRoots}
          onChange={(sharesRoots) => set({ sharesRoots })}
        />
        <TextField
          label={t("form.seconds")}
          hint={t("form.secondsHint")}
          inputMode="decimal"
          value={fields.seconds}
          error={shown("seconds")}
          placeholder="60"
          className={styles["seconds"]}
          onChange={(event) => set({ seconds: event.target.value })}
        />
        <section className={styles["preview"]} aria-label={t(`form.preview.${fields.kind}`)}>
          <h3>{t(`form.preview.${fields.kind}`)}</h3>
          {isFilled(definition) ? (
            <TransportSummary transport={definition.transport} />
          ) : (
            <p className={styles["quiet"]}>{t(`form.previewEmpty.${fields.kind}`)}</p>
          )}
        </section>
      </form>
    </Dialog>
  );
};
