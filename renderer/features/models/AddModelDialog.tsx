import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ModelDefinition } from "../../../shared/contract/index.ts";
import { Button, Dialog, ErrorState, Select, TextField } from "../../design/index.ts";
import { spaced } from "../../format/index.ts";
import { useHost } from "../host/index.ts";
import { modelsStore, useModelsPage } from "./models.ts";
import { isBaseUrl, presets, sendsKeyInClear, type Preset } from "./presets.ts";
import styles from "./Models.module.css";

const close = (): void => useModelsPage.setState({ isAdding: false });

interface Fields {
  readonly preset: Preset["id"];
  readonly baseUrl: string;
  readonly model: string;
  readonly name: string;
  readonly apiKey: string;
  readonly contextWindow: string;
}

const definitionOf = (fields: Fields): ModelDefinition => {
  const window = Number.parseInt(fields.contextWindow, 10);
  const model = fields.model.trim();
  return {
    kind: "openai-compatible",
    name: fields.name.trim() === "" ? model : fields.name.trim(),
    baseUrl: fields.baseUrl.trim(),
    model,
    ...(fields.apiKey.trim() === "" ? {} : { apiKey: fields.apiKey.trim() }),
    ...(Number.isInteger(window) && window > 0 ? { contextWindow: window } : {}),
  };
};

/** Adds a model by address, name and key, and tests it at once. */
export const AddModelDialog = () => {
  const { t } = useTranslation("models");
  const keyStore = useHost((view) => view.app?.keyStore);
  const keyStoreName = useHost((view) => view.app?.keyStoreName);
  const [fields, setFields] = useState<Fields>({
    preset: "ollama",
    baseUrl: presets[0]?.baseUrl ?? "",
    model: "",
    name: "",
    apiKey: "",
    contextWindow: "",
  });
  const [isTried, setIsTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const set = (change: Partial<Fields>): void => setFields((was) => ({ ...was, ...change }));
  const preset = presets.find((one) => one.id === fields.preset);
  const badUrl = isTried && !isBaseUrl(fields.baseUrl.trim()) ? t("form.badUrl") : undefined;
  const noModel = isTried && fields.model.trim() === "" ? t("form.needed") : undefined;
  const keyHint =
    keyStore === "memory"
      ? t("form.keyMemory")
      : spaced(t("form.keyStore", { name: keyStoreName ?? t("form.keyStoreName") }));
  const save = async (): Promise<void> => {
    setIsTried(true);
    if (!isBaseUrl(fields.baseUrl.trim()) || fields.model.trim() === "") return;
    setIsBusy(true);
    const answer = await modelsStore.add(definitionOf(fields));
    setIsBusy(false);
    if (!answer.ok) {
      setFailure(answer.error);
      return;
    }
    close();
    await modelsStore.test(answer.value.modelId);
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t("form.title")}
      footer={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button kind="primary" type="submit" form="model-form" isBusy={isBusy}>
            {t("form.submit")}
          </Button>
        </>
      }
    >
      <form
        id="model-form"
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          save().catch((cause: unknown) => console.error("model.add failed", cause));
        }}
      >
        {failure !== undefined && <ErrorState layout="inline" title={t("form.failed")} failure={failure} />}
        <Select
          label={t("form.kind")}
          value={fields.preset}
          onChange={(id) => set({ preset: id, baseUrl: presets.find((one) => one.id === id)?.baseUrl ?? "" })}
          options={presets.map((one) => ({
            value: one.id,
            label: one.id === "other" ? t("form.other") : one.name,
            detail: one.id === "other" ? t("form.otherText") : one.baseUrl,
          }))}
        />
        <TextField
          label={t("form.baseUrl")}
          isMono
          value={fields.baseUrl}
          error={badUrl}
          placeholder="https://host/v1"
          onChange={(event) => set({ baseUrl: event.target.value })}
        />
        <TextField
          label={t("form.model")}
          hint={t("form.modelHint")}
          isMono
          value={fields.model}
          error={noModel}
          autoFocus
          onChange={(event) => set({ model: event.target.value })}
        />
        <TextField
          label={preset?.needsKey === true ? t("form.key") : t("form.keyOptional")}
          hint={keyHint}
          error={sendsKeyInClear(fields.baseUrl, fields.apiKey) ? t("form.keyInClear") : undefined}
          type="password"
          isMono
          value={fields.apiKey}
          onChange={(event) => set({ apiKey: event.target.value })}
        />
        <div className={styles["columns"]}>
          <TextField
            label={t("form.name")}
            placeholder={fields.model}
            value={fields.name}
            maxLength={120}
            onChange={(event) => set({ name: event.target.value })}
          />
          <TextField
            label={t("form.contextWindow")}
            inputMode="numeric"
            placeholder="32768"
            value={fields.contextWindow}
            onChange={(event) => set({ contextWindow: event.target.value.replace(/\D/g, "") })}
          />
        </div>
      </form>
    </Dialog>
  );
};
