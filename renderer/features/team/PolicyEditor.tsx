import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, TeamInfo, TeamPolicy } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, CodeText, ErrorState, Skeleton, Tabs, TextArea } from "../../design/index.ts";
import { useAnswer } from "../timeline/index.ts";
import { IdentityFields } from "./IdentityFields.tsx";
import { lineRange, policyOf, policyText, type PolicyObject } from "./policy.ts";
import { AuthFields, LimitFields, ProjectFields } from "./PolicyFields.tsx";
import { Problems } from "./Problems.tsx";
import { useCheck } from "./useCheck.ts";
import styles from "./Team.module.css";

type View = "form" | "text";

interface EditorProps {
  readonly team: TeamInfo;
  readonly policy: TeamPolicy;
  readonly onLoadAgain: () => void;
}

const Form = ({
  text,
  onChange,
}: {
  readonly text: string;
  readonly onChange: (policy: PolicyObject) => void;
}) => {
  const { t } = useTranslation("team");
  const policy = policyOf(text);
  if (policy === undefined) return <p className={styles["quiet"]}>{t("policy.notJson")}</p>;
  return (
    <div className={styles["form"]}>
      <ProjectFields policy={policy} onChange={onChange} />
      <IdentityFields policy={policy} onChange={onChange} />
      <AuthFields policy={policy} onChange={onChange} />
      <LimitFields policy={policy} onChange={onChange} />
    </div>
  );
};

/** The file is another than the one that is edited here. */
const Outside = ({
  isDirty,
  onLoadAgain,
}: {
  readonly isDirty: boolean;
  readonly onLoadAgain: () => void;
}) => {
  const { t } = useTranslation("team");
  return (
    <div className={styles["notice"]} role="alert">
      <p>{t(isDirty ? "policy.outsideDirty" : "policy.outside")}</p>
      <Button size="small" onClick={onLoadAgain}>
        {t("policy.loadAgain")}
      </Button>
    </div>
  );
};

const Editor = ({ team, policy, onLoadAgain }: EditorProps) => {
  const { t } = useTranslation("team");
  const [base, setBase] = useState(policy);
  const [text, setText] = useState(policy.text);
  const [view, setView] = useState<View>(policyOf(policy.text) === undefined ? "text" : "form");
  /** Fields that keep what is typed as it is typed begin anew with this. */
  const [resets, setResets] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [backup, setBackup] = useState<string>();
  const area = useRef<HTMLTextAreaElement>(null);
  const problems = useCheck(text, team.teamId);
  const isDirty = text !== base.text;
  const isOutside = team.policy.hash !== null && team.policy.hash !== base.hash;
  const change = (next: string): void => {
    setText(next);
    setBackup(undefined);
    setFailure(undefined);
  };
  const save = async (): Promise<void> => {
    setIsBusy(true);
    const answer = await bridge.request("team.savePolicy", {
      teamId: team.teamId,
      text,
      baseHash: base.hash,
    });
    setIsBusy(false);
    if (!answer.ok) {
      setFailure(answer.error);
      return;
    }
    setFailure(undefined);
    setBase({ text, hash: answer.value.hash, isChangedOutside: false, problems: [] });
    setBackup(answer.value.backup);
  };
  const goTo = (line: number): void => {
    area.current?.focus();
    area.current?.setSelectionRange(...lineRange(text, line));
  };
  return (
    <div className={styles["editor"]}>
      {isOutside && !isBusy && <Outside isDirty={isDirty} onLoadAgain={onLoadAgain} />}
      {failure !== undefined && <ErrorState layout="inline" title={t("policy.notSaved")} failure={failure} />}
      <Tabs<View>
        label={t("policy.views")}
        value={view}
        onChange={setView}
        tabs={[
          {
            value: "form",
            label: t("policy.view.form"),
            content: <Form key={resets} text={text} onChange={(next) => change(policyText(next))} />,
          },
          {
            value: "text",
            label: t("policy.view.text"),
            content: (
              <TextArea
                ref={area}
                label={t("policy.text")}
                isLabelHidden
                isMono
                rows={24}
                wrap="off"
                value={text}
                onChange={(event) => change(event.target.value)}
              />
            ),
          },
        ]}
      />
      <footer className={styles["editorFoot"]}>
        <Problems problems={problems} onLine={view === "text" ? goTo : undefined} />
        <div className={styles["row"]}>
          <Button
            disabled={!isDirty}
            onClick={() => {
              change(base.text);
              setResets((was) => was + 1);
            }}
          >
            {t("policy.discard")}
          </Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={!isDirty || problems === undefined || problems.length > 0}
            onClick={() => {
              save().catch((cause: unknown) => console.error("saving the policy failed", cause));
            }}
          >
            {t("policy.save")}
          </Button>
          <span className={styles["quiet"]} role="status">
            {backup !== undefined && t("policy.saved")}
          </span>
        </div>
        <p className={styles["quiet"]}>
          {t("policy.file")} <CodeText text={team.policy.path} />
        </p>
      </footer>
    </div>
  );
};

/** The policy of a team server, by fields and as text; it is saved only while it has no problem. */
export const PolicyEditor = ({ team }: { readonly team: TeamInfo }) => {
  const { t } = useTranslation("team");
  const [round, setRound] = useState(0);
  const asked = useAnswer("team.readPolicy", { teamId: team.teamId }, round);
  if (asked.status === "loading") return <Skeleton rows={6} />;
  if (asked.status === "failed")
    return (
      <ErrorState
        title={t("policy.unreadable")}
        failure={asked.error}
        action={<Button onClick={asked.again}>{t("retry")}</Button>}
      />
    );
  return (
    <Editor
      key={`${round} ${asked.value.hash}`}
      team={team}
      policy={asked.value}
      onLoadAgain={() => setRound((was) => was + 1)}
    />
  );
};
