import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, TeamDefinition } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, Dialog, ErrorState, TextField } from "../../design/index.ts";
import { newPolicy, policyText } from "./policy.ts";
import { AuthFields, LimitFields, ProjectFields } from "./PolicyFields.tsx";
import { Problems } from "./Problems.tsx";
import { ReachText } from "./ReachText.tsx";
import { selectTeam, teamsStore, useTeamChoices, type TeamForm } from "./teams.ts";
import { useCheck } from "./useCheck.ts";
import styles from "./Team.module.css";

const close = (): void => useTeamChoices.setState({ form: undefined });

interface Typed {
  readonly name: string;
  readonly host: string;
  readonly port: string;
}

const firstTyped = (form: TeamForm): Typed => {
  const team =
    form.kind === "add" ? undefined : teamsStore.getState().items.find((item) => item.teamId === form.teamId);
  if (team === undefined) return { name: "", host: "127.0.0.1", port: "0" };
  const { name, host, port } = team.definition;
  return { name, host, port: String(port) };
};

const okName = /^[A-Za-z0-9][A-Za-z0-9 _.-]*$/u;
const okHost = /^[A-Za-z0-9.:-]+$/u;

type Problem = "needed" | "badName" | "badHost" | "badPort";

const problemsOf = ({ name, host, port }: Typed): Partial<Record<keyof Typed, Problem>> => ({
  ...(name.trim() === "" ? { name: "needed" } : okName.test(name.trim()) ? {} : { name: "badName" }),
  ...(okHost.test(host.trim()) ? {} : { host: "badHost" }),
  ...(/^\d{1,5}$/.test(port) && Number(port) <= 65_535 ? {} : { port: "badPort" }),
});

const Address = ({
  typed,
  isTried,
  onChange,
}: {
  readonly typed: Typed;
  readonly isTried: boolean;
  readonly onChange: (typed: Typed) => void;
}) => {
  const { t } = useTranslation("team");
  const problems = problemsOf(typed);
  const shown = (field: keyof Typed): string | undefined => {
    const problem = isTried ? problems[field] : undefined;
    return problem === undefined ? undefined : t(`form.problem.${problem}`);
  };
  return (
    <>
      <TextField
        label={t("form.name")}
        value={typed.name}
        error={shown("name")}
        maxLength={60}
        autoFocus
        onChange={(event) => onChange({ ...typed, name: event.target.value })}
      />
      <div className={styles["address"]}>
        <TextField
          label={t("form.host")}
          isMono
          value={typed.host}
          error={shown("host")}
          onChange={(event) => onChange({ ...typed, host: event.target.value })}
        />
        <TextField
          label={t("form.port")}
          hint={t("form.portHint")}
          isMono
          inputMode="numeric"
          value={typed.port}
          error={shown("port")}
          onChange={(event) => onChange({ ...typed, port: event.target.value.trim() })}
        />
      </div>
      <ReachText host={typed.host} />
    </>
  );
};

const save = async (
  form: TeamForm,
  definition: TeamDefinition,
  policy: string,
): Promise<Failure | undefined> => {
  if (form.kind === "edit") {
    const answer = await bridge.request("team.update", { teamId: form.teamId, definition });
    return answer.ok ? undefined : answer.error;
  }
  const answer = await bridge.request("team.add", { definition, policyText: policy });
  if (!answer.ok) return answer.error;
  await teamsStore.refresh();
  selectTeam(answer.value.teamId);
  return undefined;
};

/** Sets a team server up, or changes its name and address. It starts nothing. */
export const TeamFormDialog = ({ form }: { readonly form: TeamForm }) => {
  const { t } = useTranslation("team");
  const isNew = form.kind === "add";
  const [typed, setTyped] = useState(() => firstTyped(form));
  const [policy, setPolicy] = useState(newPolicy);
  const [isTried, setIsTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const text = policyText(policy);
  const problems = useCheck(text);
  const send = async (): Promise<void> => {
    setIsTried(true);
    const isPolicyGood = !isNew || problems?.length === 0;
    if (Object.keys(problemsOf(typed)).length > 0 || !isPolicyGood) return;
    setIsBusy(true);
    const { name, host, port } = typed;
    const why = await save(form, { name: name.trim(), host: host.trim(), port: Number(port) }, text);
    setIsBusy(false);
    if (why === undefined) close();
    else setFailure(why);
  };
  return (
    <Dialog
      isOpen
      size="large"
      onClose={close}
      title={t(isNew ? "form.addTitle" : "form.editTitle")}
      description={t(isNew ? "form.addText" : "form.editText")}
      footer={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button kind="primary" type="submit" form="team-form" isBusy={isBusy}>
            {t(isNew ? "form.addSubmit" : "form.editSubmit")}
          </Button>
        </>
      }
    >
      <form
        id="team-form"
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          send().catch((cause: unknown) => console.error("saving the team server failed", cause));
        }}
      >
        {failure !== undefined && <ErrorState layout="inline" title={t("form.failed")} failure={failure} />}
        <Address typed={typed} isTried={isTried} onChange={setTyped} />
        {isNew && (
          <>
            <ProjectFields policy={policy} onChange={setPolicy} />
            <AuthFields policy={policy} onChange={setPolicy} />
            <LimitFields policy={policy} onChange={setPolicy} />
            {(isTried || problems?.length === 0) && <Problems problems={problems} />}
          </>
        )}
      </form>
    </Dialog>
  );
};
