import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/shallow";
import { Button, ErrorState } from "../../design/index.ts";
import { setAutoApply, useWorkspaces } from "../workspaces/index.ts";
import styles from "./Settings.module.css";

/** The folders whose edits apply by themselves, each with its way back. */
export const WorkspacesSection = () => {
  const { t } = useTranslation("settings");
  const workspaces = useWorkspaces(useShallow((view) => view.items.filter((item) => item.autoApplyEdits)));
  const error = useWorkspaces((view) => view.error);
  return (
    <section className={styles["section"]}>
      <h2>{t("policy.workspaces")}</h2>
      {error !== undefined && <ErrorState layout="inline" title={t("policy.notKept")} failure={error} />}
      {workspaces.length === 0 && <p className={styles["about"]}>{t("policy.noWorkspaces")}</p>}
      {workspaces.length > 0 && (
        <ul className={styles["workspaces"]}>
          {workspaces.map(({ workspaceId, path }) => (
            <li key={workspaceId}>
              <code className="selectable">{path}</code>
              <Button
                size="small"
                aria-label={t("policy.turnOffFor", { path })}
                onClick={() => setAutoApply(workspaceId, false)}
              >
                {t("policy.turnOff")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
