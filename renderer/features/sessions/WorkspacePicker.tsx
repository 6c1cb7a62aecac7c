import { Folder, FolderOpen, FlaskConical } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { useTranslation } from "react-i18next";
import type { WorkspaceInfo } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Badge, Button } from "../../design/index.ts";
import { baseName } from "../../format/index.ts";
import type { WorkspaceChoice } from "./create.ts";
import styles from "./CreateDialog.module.css";

interface WorkspacePickerProps {
  readonly workspaces: readonly WorkspaceInfo[];
  readonly value: WorkspaceChoice;
  readonly onChange: (choice: WorkspaceChoice) => void;
}

interface Row {
  readonly choice: WorkspaceChoice;
  readonly name: string;
  readonly detail: string;
  readonly isMissing: boolean;
}

const SHOWN_RECENTS = 4;
const keyOf = (choice: WorkspaceChoice): string =>
  choice.kind === "sample" ? "sample" : `folder:${choice.path}`;

const recentRows = (workspaces: readonly WorkspaceInfo[], value: WorkspaceChoice): readonly Row[] => {
  const recents = [...workspaces]
    .filter((one) => !one.isSample)
    .sort((a, b) => b.openedAt - a.openedAt)
    .slice(0, SHOWN_RECENTS)
    .map((one) => ({
      choice: { kind: "folder" as const, path: one.path },
      name: one.name,
      detail: one.path,
      isMissing: !one.exists,
    }));
  if (value.kind === "sample" || recents.some((row) => row.choice.path === value.path)) return recents;
  return [{ choice: value, name: baseName(value.path), detail: value.path, isMissing: false }, ...recents];
};

/** The folder a session works in: one used before, one chosen now, or the sample project. */
export const WorkspacePicker = ({ workspaces, value, onChange }: WorkspacePickerProps) => {
  const { t } = useTranslation("sessions");
  const sample: Row = {
    choice: { kind: "sample" },
    name: t("create.sample"),
    detail: t("create.sampleText"),
    isMissing: false,
  };
  const rows = [...recentRows(workspaces, value), sample];
  const choose = (): void => {
    bridge
      .request("app.chooseFolder", {})
      .then((answer) => {
        if (answer.ok && answer.value !== null) onChange({ kind: "folder", path: answer.value.path });
      })
      .catch((cause: unknown) => console.error("choosing a folder failed", cause));
  };
  return (
    <fieldset className={styles["workspaces"]}>
      <div className={styles["legend"]}>
        <span id="workspace-label">{t("create.workspace")}</span>
        <Button size="small" kind="quiet" icon={<FolderOpen size={14} aria-hidden />} onClick={choose}>
          {t("create.chooseFolder")}
        </Button>
      </div>
      <RadioGroup.Root
        aria-labelledby="workspace-label"
        value={keyOf(value)}
        onValueChange={(key) => {
          const row = rows.find((one) => keyOf(one.choice) === key);
          if (row !== undefined) onChange(row.choice);
        }}
        className={styles["options"]}
      >
        {rows.map((row) => (
          <RadioGroup.Item
            key={keyOf(row.choice)}
            value={keyOf(row.choice)}
            disabled={row.isMissing}
            className={styles["option"]}
            {...(keyOf(row.choice) === keyOf(value) ? { "data-first-focus": "" } : {})}
          >
            {row.choice.kind === "sample" ? (
              <FlaskConical size={16} aria-hidden />
            ) : (
              <Folder size={16} aria-hidden />
            )}
            <span className={styles["optionText"]}>
              <span className={styles["optionName"]}>{row.name}</span>
              <span className={styles["optionDetail"]}>{row.detail}</span>
            </span>
            {row.isMissing && <Badge tone="warn">{t("create.missing")}</Badge>}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </fieldset>
  );
};
