import { useTranslation } from "react-i18next";
import type { CallDetail } from "../../../shared/contract/index.ts";
import { DiffView, lineCounts } from "../diff/index.ts";
import { Revealed } from "../reveal/index.ts";
import styles from "./inspector.module.css";

const MAX_HEIGHT = 520;

/** What the call would change or changed, file by file; where a person edited it, what was decided. */
export const DiffTab = ({ detail }: { readonly detail: CallDetail }) => {
  const { t } = useTranslation(["timeline", "diff"]);
  const files = detail.files ?? [];
  const decided = new Map(detail.decidedFiles?.map((file) => [file.path, file.content]));
  if (files.length === 0) return <p className={styles["nothing"]}>{t("diff.none")}</p>;
  return (
    <div className={styles["tab"]}>
      {files.map((file) => {
        const after = decided.get(file.path) ?? file.after;
        const { added, removed } = lineCounts(file.before, after);
        return (
          <section key={file.path} className={styles["file"]}>
            <h3 className={styles["fileName"]}>
              <code>
                <Revealed text={file.path} isStrict />
              </code>
              <span className={styles["counts"]}>{t("diff:counts", { added, removed })}</span>
              {file.baseHash === null && <span className={styles["quiet"]}>{t("diff:newFile")}</span>}
              {after !== file.after && <span className={styles["quiet"]}>{t("diff.edited")}</span>}
            </h3>
            <DiffView path={file.path} before={file.before} after={after} maxHeight={MAX_HEIGHT} />
          </section>
        );
      })}
    </div>
  );
};
