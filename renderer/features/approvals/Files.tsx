import { RotateCcw, ShieldAlert } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallId, FilePreview } from "../../../shared/contract/index.ts";
import { useActions, type Action } from "../../actions/index.ts";
import { Badge, Button, cx } from "../../design/index.ts";
import { DiffView, HunkBar, hunkKeys, lineCounts, useHunks, type Hunks } from "../diff/index.ts";
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
  /** Whether the keys of a change's hunks count here. */
  readonly hasKeys: boolean;
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

/** Binds the keys that go from hunk to hunk and leave the current one out. */
const useHunkKeys = (hunks: Hunks, hasKeys: boolean, leaveOut: (() => void) | undefined): void => {
  const { t } = useTranslation("approvals");
  const latest = useRef({ hunks, leaveOut });
  useEffect(() => {
    latest.current = { hunks, leaveOut };
  });
  const hasSeveral = hunks.all.length > 1;
  const canLeaveOut = leaveOut !== undefined;
  const actions = useMemo((): readonly Action[] => {
    if (!hasKeys) return [];
    const base = { section: "approval" } as const;
    const go = (by: 1 | -1) => () => latest.current.hunks.go(by);
    return [
      ...(hasSeveral
        ? [
            {
              ...base,
              id: "approval.nextHunk",
              title: t("action.nextHunk"),
              keys: [hunkKeys.next],
              run: go(1),
            },
            {
              ...base,
              id: "approval.previousHunk",
              title: t("action.previousHunk"),
              keys: [hunkKeys.previous],
              run: go(-1),
            },
          ]
        : []),
      ...(canLeaveOut
        ? [
            {
              ...base,
              id: "approval.leaveOut",
              title: t("action.leaveOut"),
              keys: [hunkKeys.take],
              whileTyping: false,
              run: () => latest.current.leaveOut?.(),
            },
          ]
        : []),
    ];
  }, [hasKeys, hasSeveral, canLeaveOut, t]);
  useActions(actions);
};

/** The files of a change, one diff at a time; the right side takes edits and hunks can be left out until the call is decided (GOV-02). */
export const Files = ({ callId, files, drafts, isEditable, maxHeight, hasKeys, onEdited }: FilesProps) => {
  const { t } = useTranslation(["approvals", "diff"]);
  const [path, setPath] = useState(files[0]?.path);
  const [round, setRound] = useState(0);
  const hunks = useHunks();
  const file = files.find((one) => one.path === path) ?? files[0];
  const after = file?.after ?? "";
  // A file may be long, and this renders with every edit and every change of the diff.
  const facts = useMemo(() => ({ lines: after.split("\n").length, isHiding: hasHidden(after) }), [after]);
  const isPartable =
    file !== undefined && file.baseHash !== null && isEditable && (files.length > 1 || hunks.all.length > 1);
  const canLeaveOut = isPartable && hunks.current !== undefined;
  useHunkKeys(
    hunks,
    hasKeys,
    canLeaveOut
      ? () => {
          if (hunks.current !== undefined) hunks.restore(hunks.current);
        }
      : undefined,
  );
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
        {facts.isHiding && <Badge tone="warn">{t("hidden.flag")}</Badge>}
        <span className={styles["quiet"]}>{t("diff:lines", { count: facts.lines })}</span>
        {isEditable && (
          <span className={styles["quiet"]}>{t(edited ? "files.edited" : "files.editable")}</span>
        )}
        {isEditable && edited && (
          <Button size="small" kind="quiet" icon={<RotateCcw size={14} aria-hidden />} onClick={undo}>
            {t("files.undo")}
          </Button>
        )}
        {hunks.all.length === 0 && edited && (
          <span className={styles["quiet"]}>{t("files.nothingLeft")}</span>
        )}
        <HunkBar
          hunks={hunks}
          take={canLeaveOut ? { label: t("files.leaveOut"), run: hunks.restore } : undefined}
        />
      </div>
      <DiffView
        key={`${file.path} ${round}`}
        path={file.path}
        before={file.before}
        after={draft ?? file.after}
        isEditable={isEditable}
        maxHeight={maxHeight}
        {...hunks.props}
        onChange={(text) => {
          drafts.set(callId, file.path, text);
          onEdited();
        }}
      />
    </div>
  );
};
