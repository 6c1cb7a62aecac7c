import { ChevronDown, ChevronUp, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Hunk } from "../../../shared/contract/index.ts";
import { Button, IconButton } from "../../design/index.ts";
import styles from "./diff.module.css";
import type { Hunks } from "./useHunks.ts";

/** Keys of the bar, as look.md has them; a place binds them. */
export const hunkKeys = { next: "alt+down", previous: "alt+up", take: "mod+shift+backspace" } as const;

interface HunkBarProps {
  readonly hunks: Hunks;
  /** What can be done with the current hunk. */
  readonly take?:
    { readonly label: string; readonly run: (hunk: Hunk) => void; readonly isBusy?: boolean } | undefined;
}

/** Which change of a diff one is at, the way to the others, and what can be done with it alone. */
export const HunkBar = ({ hunks, take }: HunkBarProps) => {
  const { t } = useTranslation("diff");
  const { all, at, current, go } = hunks;
  if (current === undefined) return null;
  return (
    <span className={styles["hunks"]} role="group" aria-label={t("hunk.label")}>
      <span className={styles["hunkCount"]} role="status">
        {t("hunk.of", { at: at + 1, count: all.length })}
      </span>
      {all.length > 1 && (
        <>
          <IconButton
            size="small"
            label={t("hunk.previous")}
            keys={hunkKeys.previous}
            icon={<ChevronUp size={14} aria-hidden />}
            onClick={() => go(-1)}
          />
          <IconButton
            size="small"
            label={t("hunk.next")}
            keys={hunkKeys.next}
            icon={<ChevronDown size={14} aria-hidden />}
            onClick={() => go(1)}
          />
        </>
      )}
      {take !== undefined && (
        <Button
          size="small"
          kind="quiet"
          icon={<Undo2 size={14} aria-hidden />}
          isBusy={take.isBusy}
          onClick={() => take.run(current)}
        >
          {take.label}
        </Button>
      )}
    </span>
  );
};
