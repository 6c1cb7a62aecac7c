import { RotateCcw, ShieldAlert } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallId, FilePreview } from "../../../shared/contract/index.ts";
import { Badge, Button, cx } from "../../design/index.ts";
import { DiffView, lineCounts } from "../diff/index.ts";
import { hasHidden, Revealed } from "../reveal/index.ts";
import styles from "./card.module.css";
import { isEdited } from "./subject.ts";
import type { Drafts } from "./drafts.ts";

interface FilesProps {
  readonly callId: CallId;
  readonly files: readonly FilePreview[];
  readonly drafts: Drafts;
  readonly isEditable: boolean;
  readonly maxHeight: number;
  /** Told after each edit, so that the buttons can say what accepting means now. */
  readonly onEdited: () => void;
}

/** How many lines a change adds and takes away, in words for screen readers. */
export const Counts = ({ before, after }: { readonly before: string; readonly after: string }) => {
  const { t } = useTranslation("diff");
  const { added, removed } = useMemo(() => lineCounts(before, after), [before, after]);
  return (
    <span className={styles["counts"]} title={t("counts", { added, removed })}>
      <span className={styles["added"]}>+{added}</span> <span className={styles["removed"]}>−{removed}</span>
    </span>
  );
};

const Tab = ({
  file,
  isCurrent,
  onOpen,
}: {
  readonly file: FilePreview;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}) => (
  <button
    type="button"
    className={cx(styles["fileTab"], isCurrent && styles["current"])}
    aria-pressed={isCurrent}
    onClick={onOpen}
  >
    <code>
      <Revealed text={file.path} isStrict />
    </code>
    <Counts before={file.before} after={file.after} />
  </button>
);

/** The files of a change, one diff at a time; the right side takes edits until the call is decided (GOV-02). */
export const Files = ({ callId, files, drafts, isEditable, maxHeight, onEdited }: FilesProps) => {
  const { t } = useTranslation(["approvals", "diff"]);
  const [path, setPath] = useState(files[0]?.path);
  const [round, setRound] = useState(0);
  const file = files.find((one) => one.path === path) ?? files[0];
  if (file === undefined) return null;
  const draft = drafts.get(callId, file.path);
  const edited = isEdited(file.after, draft);
  const undo = (): void => {
    drafts.set(callId, file.path, file.after);
    setRound(round + 1);
    onEdited();
  };
  return (
    <div className={styles["files"]}>
      {files.length > 1 && (
        <div
          className={styles["fileTabs"]}
          role="group"
          aria-label={t("files.label", { count: files.length })}
        >
          {files.map((one) => (
            <Tab key={one.path} file={one} isCurrent={one === file} onOpen={() => setPath(one.path)} />
          ))}
        </div>
      )}
      <div className={styles["fileFacts"]}>
        {file.baseHash === null && <Badge tone="info">{t("diff:newFile")}</Badge>}
        {file.isProtected === true && (
          <Badge tone="warn" icon={<ShieldAlert size={12} aria-hidden />}>
            {t("files.protected")}
          </Badge>
        )}
        {hasHidden(file.after) && <Badge tone="warn">{t("hidden.flag")}</Badge>}
        <span className={styles["quiet"]}>{t("diff:lines", { count: file.after.split("\n").length })}</span>
        {isEditable && (
          <span className={styles["quiet"]}>{t(edited ? "files.edited" : "files.editable")}</span>
        )}
        {isEditable && edited && (
          <Button size="small" kind="quiet" icon={<RotateCcw size={14} aria-hidden />} onClick={undo}>
            {t("files.undo")}
          </Button>
        )}
      </div>
      <DiffView
        key={`${file.path} ${round}`}
        path={file.path}
        before={file.before}
        after={draft ?? file.after}
        isEditable={isEditable}
        maxHeight={maxHeight}
        onChange={(text) => {
          drafts.set(callId, file.path, text);
          onEdited();
        }}
      />
    </div>
  );
};
