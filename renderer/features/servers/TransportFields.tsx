import { FolderOpen } from "lucide-react";
import { useTranslation } from "react-i18next";
import { bridge } from "../../bridge/index.ts";
import { Button, TextArea, TextField } from "../../design/index.ts";
import type { ServerFields } from "./definition.ts";
import { PairFields } from "./PairFields.tsx";
import { SignInFields } from "./SignInFields.tsx";
import styles from "./Servers.module.css";

export interface TransportFieldsProps {
  readonly fields: ServerFields;
  readonly set: (change: Partial<ServerFields>) => void;
  /** The problem of a field in words, once saving was tried. */
  readonly problemOf: (
    field: "command" | "env" | "url" | "headers" | "clientId" | "issuer",
  ) => string | undefined;
}

const Folder = ({ fields, set }: Pick<TransportFieldsProps, "fields" | "set">) => {
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

const Command = ({ fields, set, problemOf }: TransportFieldsProps) => {
  const { t } = useTranslation("servers");
  return (
    <>
      <TextField
        label={t("form.command")}
        isMono
        placeholder="npx"
        value={fields.command}
        error={problemOf("command")}
        onChange={(event) => set({ command: event.target.value })}
      />
      <TextArea
        label={t("form.args")}
        hint={t("form.argsHint")}
        isMono
        rows={4}
        value={fields.argsText}
        onChange={(event) => set({ argsText: event.target.value })}
      />
      <PairFields
        pairs={fields.env}
        onChange={(env) => set({ env })}
        error={problemOf("env")}
        words={{
          title: t("form.env"),
          name: t("form.envName"),
          value: t("form.envValue"),
          add: t("form.envAdd"),
          remove: t("form.envRemove"),
          hint: t("form.envHint"),
        }}
      />
      <Folder fields={fields} set={set} />
    </>
  );
};

const Address = ({ fields, set, problemOf }: TransportFieldsProps) => {
  const { t } = useTranslation("servers");
  return (
    <>
      <TextField
        label={t("form.url")}
        hint={t("form.urlHint")}
        isMono
        placeholder="https://example.com/mcp"
        value={fields.url}
        error={problemOf("url")}
        onChange={(event) => set({ url: event.target.value })}
      />
      <PairFields
        pairs={fields.headers}
        onChange={(headers) => set({ headers })}
        error={problemOf("headers")}
        words={{
          title: t("form.headers"),
          name: t("form.headerName"),
          value: t("form.envValue"),
          add: t("form.headerAdd"),
          remove: t("form.headerRemove"),
          hint: t("form.envHint"),
        }}
      />
      <SignInFields fields={fields} set={set} problemOf={problemOf} />
    </>
  );
};

/** The part of the form that says how the server is reached. */
export const TransportFields = (props: TransportFieldsProps) =>
  props.fields.kind === "stdio" ? <Command {...props} /> : <Address {...props} />;
