import { FlaskConical, MessageSquare } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { SessionState } from "../../../shared/session/index.ts";
import { EmptyState } from "../../design/index.ts";
import { baseName } from "../../format/index.ts";
import { useWorkspace } from "../workspaces/index.ts";
import styles from "./conversation.module.css";
import { sendMessage } from "./send.ts";

const prompts = { sample: ["sample"], other: ["explain", "tests", "bug"] } as const;

/** A session without a message: what can be asked here, with a first question one click away. */
export const Welcome = ({ session }: { readonly session: SessionState }) => {
  const { t } = useTranslation("conversation");
  const workspace = useWorkspace(session.workspaceId);
  const isSample = workspace?.isSample === true;
  const { policyMode } = session;
  const appliesEdits =
    policyMode === "autoEdit" || (policyMode === "default" && workspace?.autoApplyEdits === true);
  return (
    <EmptyState
      icon={isSample ? <FlaskConical size={20} aria-hidden /> : <MessageSquare size={20} aria-hidden />}
      title={t("welcome.title", { workspace: workspace?.name ?? baseName(session.workspacePath) })}
      text={t(appliesEdits ? "welcome.applies" : isSample ? "welcome.sample" : "welcome.text")}
      action={
        <ul className={styles["prompts"]} aria-label={t("welcome.prompts")}>
          {prompts[isSample ? "sample" : "other"].map((name) => (
            <li key={name}>
              <button
                type="button"
                className={styles["prompt"]}
                onClick={() => sendMessage(session.sessionId, t(`prompt.${name}`))}
              >
                {t(`prompt.${name}`)}
              </button>
            </li>
          ))}
        </ul>
      }
    />
  );
};
